import { randomUUID } from 'node:crypto'
import { courses, courseSearchScope } from '../../src/lms/course/course.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { ticketMessages } from '../../src/support/ticket/ticket-message.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { projects } from '../../src/task/project/project.ts'
import { tasks } from '../../src/task/task/task.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { users, userSearchScope } from '../../src/platform/identity/user.ts'
import { signedIn } from '../support/people.ts'
import type { CallOptions } from '../support/call.ts'
import { everything } from './everything.ts'
import { index, inThousands, searches, store, titleOf } from './filling.ts'
import { issuedCertificates, ownCourses, participants } from './learning-populations.ts'
import { colleague, ownFiles, tree } from './list-populations.ts'
import { reports } from './report-populations.ts'
import { desk, queues } from './ticket-populations.ts'

/** Many resources of one kind, and the queries of their list. */
export interface Population {
  /** Name of the row, `GET …`. */
  title: string
  handler: EndpointHandler
  request: CallOptions
  queries: Record<string, { limit?: number; [name: string]: unknown }>
  /** Maximum number of rows that a query reads for any number of resources, if its list sorts or counts. */
  maxRows?: Record<string, number>
  /** Creates the resources `from` to `to`. */
  fill: (from: number, to: number) => Promise<void>
}

const pages = { 'page of 1': { limit: 1 }, 'page of 100': { limit: 100 } }

const people = async (): Promise<Population> => ({
  title: 'GET /users',
  handler: listUsers,
  request: { as: await signedIn() },
  queries: { ...pages, ...searches },
  fill: (from, to) =>
    inThousands(from, to, async (indexes) => {
      const made = indexes.map((n) =>
        users.make({ email: `${randomUUID()}@example.com`, name: titleOf(n), role: 'user' }),
      )
      await store(made.map((user) => users.toCreate(user)))
      await index(
        userSearchScope,
        made.map(({ id, name }) => ({ type: 'user', id, title: name })),
      )
    }),
})

const catalogue = async (): Promise<Population> => {
  const as = await signedIn()
  const author = { id: as.id, name: as.name }
  return {
    title: 'GET /lms/courses',
    handler: listCourses,
    request: { as: await signedIn() },
    queries: { ...pages, ...searches },
    fill: (from, to) =>
      inThousands(from, to, async (indexes) => {
        const made = indexes.map((n) => courses.make({ title: titleOf(n), status: 'published', author }))
        await store(made.map((course) => courses.toCreate(course)))
        await index(
          courseSearchScope,
          made.map(({ id, title }) => ({ type: 'course', id, title })),
        )
      }),
  }
}

const work = async (): Promise<Population> => {
  const as = await signedIn()
  const created_by = { id: as.id, name: as.name }
  const project = projects.make({ name: 'Large', key: 'LARGE', owner: created_by })
  await store([projects.toCreate(project)])
  return {
    title: 'GET /task/projects/{id}/tasks',
    handler: listTasks,
    request: { as, params: { id: project.id } },
    queries: { ...pages, 'one status, page of 100': { status: 'done', limit: 100 } },
    fill: (from, to) =>
      inThousands(from, to, (indexes) =>
        store(
          indexes.map((n) => {
            const status = n % 10 === 0 ? 'done' : 'todo'
            const fields = {
              title: titleOf(n),
              status,
              number: n + 1,
              project_id: project.id,
              created_by,
            } as const
            return tasks.toCreate(tasks.make(fields))
          }),
        ),
      ),
  }
}

const messages = async (): Promise<Population> => {
  const agent = await signedIn({ role: 'support_agent' })
  const requester = await signedIn()
  const author = { type: 'requester' as const, id: requester.id, name: requester.name }
  return {
    title: 'GET /support/messages',
    handler: listMessages,
    request: { as: agent },
    queries: { ...pages, 'newest, page of 100': { order: 'desc', limit: 100 } },
    fill: (from, to) =>
      inThousands(from, to, (indexes) =>
        store(
          indexes.map((n) =>
            ticketMessages.toCreate(
              ticketMessages.make({
                ticket_id: randomUUID(),
                ticket: { id: randomUUID(), number: n, subject: titleOf(n) },
                text: titleOf(n),
                author,
                requester_id: requester.id,
              }),
            ),
          ),
        ),
      ),
  }
}

/** Populations that may contain a million resources, by the name of the flag with their number. */
export const populations = {
  people,
  courses: catalogue,
  enrollments: participants,
  certificates: issuedCertificates,
  'my-courses': ownCourses,
  tasks: work,
  'my-tasks': colleague,
  messages,
  tickets: desk,
  queues,
  reports,
  pages: tree,
  files: ownFiles,
  everything,
}
