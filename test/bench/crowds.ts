import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import type { CallOptions } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenTicket } from '../support/given-ticket.ts'
import type { SignedIn } from '../support/people.ts'
import { givenProject, givenTask } from '../task/given.ts'

/** Concurrent changes of one resource, each in its own request; the n-th sets `field` to `text n`. */
export interface Crowd {
  name: string
  handler: EndpointHandler
  field: string
  /** Creates the resource; returns the request of each of `count` writers. */
  given: (as: SignedIn, count: number) => Promise<(writer: number) => Omit<CallOptions, 'as'>>
}

const putting =
  (field: string, make: (as: SignedIn) => Promise<{ id: string }>) =>
  async (as: SignedIn): Promise<(writer: number) => Omit<CallOptions, 'as'>> => {
    const { id } = await make(as)
    return (writer) => ({ params: { id }, body: { [field]: `text ${writer}` } })
  }

export const crowds: Crowd[] = [
  {
    name: 'one course',
    handler: updateCourse,
    field: 'title',
    given: putting('title', (as) => givenCourse(as, { chapters: [chapterOf('one', 'two')] })),
  },
  {
    name: 'the lessons of one course',
    handler: updateLesson,
    field: 'content',
    given: async (as, count) => {
      const texts = Array.from({ length: count }, () => '')
      const { id, chapters } = await givenCourse(as, { chapters: [chapterOf(...texts)] })
      return (writer) => ({
        params: { id, lesson_id: chapters[0]!.lessons[writer]!.id },
        body: { content: `text ${writer}` },
      })
    },
  },
  {
    name: 'one project',
    handler: updateProject,
    field: 'name',
    given: putting('name', (as) => givenProject(as)),
  },
  {
    name: 'one task',
    handler: updateTask,
    field: 'title',
    given: putting('title', async (as) => givenTask(as, await givenProject(as))),
  },
  {
    name: 'one list of tasks',
    handler: createTask,
    field: 'title',
    given: putting('title', (as) => givenProject(as)),
  },
  {
    name: 'one ticket',
    handler: updateTicket,
    field: 'subject',
    given: putting('subject', (as) => givenTicket(as)),
  },
]
