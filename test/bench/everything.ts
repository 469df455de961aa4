import { chats, chatSearchScope, chatType } from '../../src/chats/chat/chat.ts'
import { files, fileType } from '../../src/files/file/file.ts'
import { courses, courseSearchScope, courseType } from '../../src/lms/course/course.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import type { Operation } from '../../src/platform/table/operation.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { ownTicketSearchScope, tickets, ticketType } from '../../src/support/ticket/ticket.ts'
import { projects } from '../../src/task/project/project.ts'
import { tasks, taskSearchScope, taskType } from '../../src/task/task/task.ts'
import { newStoredContent } from '../../src/wiki/page/content.ts'
import { pages, pageSearchScope, pageType } from '../../src/wiki/page/page.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { trees } from '../../src/wiki/space/tree.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { index, inThousands, searches, store, titleOf } from './filling.ts'
import type { Population } from './populations.ts'

interface Made {
  create: Operation
  scope: string
  document: { type: string; id: string; title: string; container: string }
}

/**
 * Returns one function per kind that creates the resource with a given number; the caller cannot see every second page
 * and task.
 */
const makers = async (as: SignedIn, other: SignedIn): Promise<((n: number) => Made)[]> => {
  const [me, author] = [as, other].map(({ id, name }) => ({ id, name })) as [SignedIn, SignedIn]
  const places = (['internal', 'private'] as const).map((visibility) => ({
    space: spaces.make({ name: 'Large', slug: newId(), visibility, owner: author }),
    project: projects.make({ name: 'Large', key: 'LARGE', visibility, owner: author }),
  }))
  await store(
    places.flatMap(({ space, project }) => [
      spaces.toCreate(space),
      trees.toCreate(trees.make({ space_id: space.id })),
      projects.toCreate(project),
    ]),
  )
  const placeOf = (n: number) => places[Math.floor(n / 6) % 2] as (typeof places)[number]
  const participants = [{ type: 'user' as const, ...me }]
  return [
    (n) => {
      const { id: space_id } = placeOf(n).space
      const title = titleOf(n)
      const page = pages.make({ space_id, title, text: newStoredContent(title), revision: 1, author })
      return {
        create: pages.toCreate(page),
        scope: pageSearchScope,
        document: { type: pageType.type, id: page.id, title: page.title, container: space_id },
      }
    },
    (n) => {
      const course = courses.make({ title: titleOf(n), status: 'published', author })
      return {
        create: courses.toCreate(course),
        scope: courseSearchScope,
        document: { type: courseType.type, id: course.id, title: course.title, container: course.id },
      }
    },
    (n) => {
      const { id: project_id } = placeOf(n).project
      const task = tasks.make({ title: titleOf(n), number: n + 1, project_id, created_by: author })
      return {
        create: tasks.toCreate(task),
        scope: taskSearchScope,
        document: { type: taskType.type, id: task.id, title: task.title, container: project_id },
      }
    },
    (n) => {
      const ticket = tickets.make({ subject: titleOf(n), number: n + 1, requester: me, created_by: me })
      const document = { type: ticketType.type, id: ticket.id, title: ticket.subject, container: ticket.id }
      return { create: tickets.toCreate(ticket), scope: ownTicketSearchScope(me.id), document }
    },
    (n) => {
      const file = files.make({ name: titleOf(n), size: 1, status: 'ready', object_id: newId(), owner: me })
      const document = { type: fileType.type, id: file.id, title: file.name, container: file.id }
      return { create: files.toCreate(file), scope: `files.file#${me.id}`, document }
    },
    (n) => {
      const chat = chats.make({ topic: titleOf(n), participants, owner: me })
      const document = { type: chatType.type, id: chat.id, title: chat.topic, container: chat.id }
      return { create: chats.toCreate(chat), scope: `${chatSearchScope}#${me.id}`, document }
    },
  ]
}

/** Creates the same number of resources of all searchable kinds. */
export const everything = async (): Promise<Population> => {
  const as = await signedIn()
  const makes = await makers(as, await signedIn())
  return {
    title: 'GET /search',
    handler: searchEverything,
    request: { as },
    queries: { ...searches, 'search, page of 1': { q: 'often', limit: 1 } },
    fill: (from, to) =>
      inThousands(from, to, async (indexes) => {
        const made = indexes.map((n) => (makes[n % makes.length] as (typeof makes)[number])(n))
        await store(made.map(({ create }) => create))
        for (const [scope, things] of Map.groupBy(made, ({ scope }) => scope))
          await index(
            scope,
            things.map(({ document }) => document),
          )
      }),
  }
}
