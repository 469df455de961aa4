import { randomUUID } from 'node:crypto'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { createAssignment } from '../../src/lms/assignment/endpoints/create-assignment.ts'
import { listCertificates } from '../../src/lms/certificate/endpoints/list-certificates.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { subscribeCategory } from '../../src/lms/endpoints/subscribe-category.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { createComment as createTaskComment } from '../../src/task/endpoints/create-comment.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { call } from './call.ts'
import { chapterOf, enroll, givenCategory, givenCourse } from './given-course.ts'
import { givenFile } from './given-file.ts'
import { givenContact, givenMacro, givenTicket, givenTicketIn } from './given-ticket.ts'
import { givenPage, givenRevision, givenSpace, made } from './given.ts'
import { signedIn, type SignedIn } from './people.ts'
import { settle } from './world.ts'

type Arguments = Record<string, unknown>

/**
 * Returns for each function a setup that creates resources of `as`, an administrator, and returns matching arguments.
 */
export const givenCalls = (as: SignedIn): Record<string, () => Promise<Arguments> | Arguments> => {
  const page = async (fields: Parameters<typeof givenPage>[2] = {}) =>
    givenPage(as, await givenSpace(as), fields)
  const project = () => made(createProject, { as, body: { name: 'Move', key: randomKey() } })
  const task = async () => {
    const { id } = await project()
    return made(createTask, { as, params: { id }, body: { title: 'Pack', labels: ['new'] } })
  }
  const deletedTask = async () => {
    const { id } = await task()
    await call(deleteTask, { as, params: { id } })
    return { id }
  }
  const event = () => made(createEvent, { as, body: { title: 'Party', start_at: '2030-01-01T10:00:00Z' } })
  const course = (fields: Parameters<typeof givenCourse>[1] = {}) =>
    givenCourse(as, { chapters: [chapterOf('Words')], status: 'published', ...fields })
  const comment = async () => {
    const { id } = await page()
    return made(createComment, { as, params: { id }, body: { text: 'Well' } })
  }
  const taskComment = async () => {
    const { id } = await task()
    return made(createTaskComment, { as, params: { id }, body: { text: 'Well' } })
  }
  const idOf =
    (make: () => Promise<{ id: string }>, fields: Arguments = {}) =>
    async () => ({
      id: (await make()).id,
      ...fields,
    })
  const file = (name: string, bytes: string) => givenFile(as, { name, bytes })
  const notification = async () => {
    const { id } = await task()
    const other = await signedIn({ role: 'admin' })
    await made(createTaskComment, { as: other, params: { id }, body: { text: 'Hm', mentions: [as.id] } })
    await settle()
    const { items } = await made(listNotifications, { as })
    return items[0]
  }
  const failedCourse = async () => {
    const { id } = await file('broken.docx', 'no archive')
    const failed = await made(createCourseFromFile, { as, body: { file_id: id } })
    await settle({ mayFail: true })
    return failed
  }
  const space = () => givenSpace(as)
  const category = () => givenCategory()
  const assistant = () => made(createAssistant, { as, body: { name: 'Helper', instructions: 'Be kind.' } })
  const lesson = async () => {
    const { id, chapters } = await course()
    return { id, lesson_id: chapters[0]!.lessons[0]!.id }
  }
  const enrolled = async () => {
    const { id } = await course()
    await enroll(as, { id })
    return { id }
  }
  const assignment = async () => {
    const { id } = await course()
    return made(createAssignment, { as, params: { id }, body: { user_ids: [as.id] } })
  }
  const certificate = async () => {
    const { id, chapters } = await course({ certificate: { valid_months: 12 } })
    await enroll(as, { id })
    const body = { lesson_id: chapters[0]!.lessons[0]!.id, completed: true }
    await made(updateProgress, { as, params: { id }, body })
    const { items } = await made(listCertificates, { as, query: { course_id: id } })
    return items[0]!
  }

  return {
    assistants_create_assistant: () => ({ name: 'Clerk', instructions: 'Be short.' }),
    assistants_delete_assistant: idOf(assistant),
    assistants_list_assistants: () => ({}),
    assistants_read_assistant: idOf(assistant),
    assistants_update_assistant: idOf(assistant, { name: 'Other', visibility: 'public' }),
    files_read_text: async () => {
      const { id } = await file('a.txt', 'words')
      await settle({ texts: true })
      return { id }
    },
    history_list_activity: async () => ({ resource_type: 'task', resource_id: (await task()).id }),
    lms_compile_course: async () => ({
      sources: [{ type: 'wiki_page', id: (await page()).id }],
    }),
    lms_create_assignment: idOf(course, { user_ids: [as.id], due_at: '2030-01-01T10:00:00Z' }),
    lms_create_category: () => ({ name: `Category ${randomUUID()}` }),
    lms_create_course: () => ({ title: 'Course', chapters: [chapterOf('One', 'Two')] }),
    lms_create_course_from_file: async () => ({ file_id: (await file('a.md', '# Title\n\nWords')).id }),
    lms_create_event: () => ({ title: 'Party', start_at: '2030-01-01T10:00:00Z' }),
    lms_create_event_feed: () => ({}),
    lms_delete_assignment: idOf(assignment),
    lms_delete_category: idOf(category),
    lms_delete_course: idOf(course),
    lms_delete_event: idOf(event),
    lms_delete_event_feed: async () => {
      await made(createEventFeed, { as })
      return {}
    },
    lms_copy_course: idOf(course),
    lms_enroll_course: idOf(course),
    lms_generate_course: idOf(failedCourse),
    lms_list_categories: () => ({}),
    lms_list_courses: () => ({}),
    lms_list_enrollments: idOf(course),
    lms_list_events: () => ({ start: '2030-01-01T00:00:00Z' }),
    lms_list_notifications: () => ({}),
    lms_read_all_notifications: async () => {
      await notification()
      return {}
    },
    lms_read_certificate: idOf(certificate),
    lms_read_course: idOf(course),
    lms_read_event: idOf(event),
    lms_read_lesson: lesson,
    lms_subscribe_category: idOf(category),
    lms_unenroll_course: enrolled,
    lms_unsubscribe_category: async () => {
      const { id } = await category()
      await made(subscribeCategory, { as, params: { id } })
      return { id }
    },
    lms_update_category: idOf(category, { description: 'New', position: 3 }),
    lms_update_course: idOf(course, { title: 'Other', tags: ['new'], chapters: [chapterOf('Other')] }),
    lms_update_event: idOf(event, { location: 'Hall' }),
    lms_update_lesson: async () => ({ ...(await lesson()), title: 'Other', content: 'New words' }),
    lms_update_notification: async () => ({ id: (await notification())!.id, read: true }),
    lms_update_progress: async () => {
      const { id, lesson_id } = await lesson()
      await enroll(as, { id })
      return { id, lesson_id, completed: true }
    },
    models_list_models: () => ({}),
    search_search_everything: () => ({ q: 'words' }),
    support_create_contact: () => ({ name: 'Carla', email: `${randomUUID()}@customer.example` }),
    support_create_message: async () => ({ ticket_id: (await givenTicket(as)).id, text: 'Still on fire' }),
    support_create_ticket: () => ({ subject: 'Fire' }),
    support_delete_contact: idOf(() => givenContact(as)),
    support_list_contacts: () => ({}),
    support_list_gaps: () => ({}),
    support_list_messages: async () => ({ ticket_id: (await givenTicket(as)).id }),
    support_list_tickets: () => ({}),
    support_read_contact: idOf(() => givenContact(as)),
    support_read_report: () => ({}),
    support_read_ticket: idOf(() => givenTicket(as)),
    support_suggest_solutions: () => ({ subject: 'Fire' }),
    support_update_contact: idOf(() => givenContact(as), { name: 'Carla Other' }),
    support_merge_ticket: async () => {
      const requester = await signedIn()
      const [{ id }, { id: into }] = await Promise.all([givenTicket(requester), givenTicket(requester)])
      return { id, into }
    },
    support_create_macro: () => ({ name: 'Ask' }),
    support_create_ticket_page: async () => {
      const { id } = await givenTicketIn(await signedIn(), as, 'resolved')
      return { id, space_id: (await givenSpace(as)).id }
    },
    support_delete_macro: idOf(() => givenMacro(as)),
    support_list_macros: () => ({}),
    support_preview_macro: async () => ({
      id: (await givenMacro(as)).id,
      ticket_id: (await givenTicket(await signedIn())).id,
    }),
    support_read_macro: idOf(() => givenMacro(as)),
    support_update_macro: idOf(() => givenMacro(as), { name: 'Ask again' }),
    support_update_tickets: async () => ({
      ids: [(await givenTicket(await signedIn())).id],
      changes: { priority: 'high' },
    }),
    support_update_ticket: idOf(async () => givenTicket(await signedIn()), {
      status: 'in_progress',
      priority: 'high',
    }),
    task_create_comment: idOf(task, { text: 'Well done' }),
    task_create_project: () => ({ name: 'Move', key: randomKey() }),
    task_create_task: idOf(project, { title: 'Pack', assignee_ids: [as.id], due_date: '2030-01-01' }),
    task_delete_comment: async () => {
      const { id, task_id } = await taskComment()
      return { id: task_id, comment_id: id }
    },
    task_delete_project: idOf(project),
    task_delete_task: idOf(task),
    task_list_comments: idOf(task),
    task_list_my_tasks: () => ({}),
    task_list_projects: () => ({}),
    task_list_tasks: idOf(project),
    task_read_project: idOf(project),
    task_read_task: idOf(task),
    task_update_project: idOf(project, { name: 'Stay', description: 'No move' }),
    task_update_task: idOf(task, { status: 'done', labels: [], assignee_ids: [as.id] }),
    task_update_tasks: async () => {
      const { id, project_id } = await task()
      return { id: project_id, ids: [id], changes: { status: 'done', labels: [] } }
    },
    trash_list_entries: () => ({}),
    trash_read_entry: deletedTask,
    trash_restore_entry: deletedTask,
    wiki_create_comment: idOf(page, { text: 'Well written' }),
    wiki_create_page: async () => ({ space_id: (await space()).id, title: 'Page', content: '# Words' }),
    wiki_create_revision: idOf(page, { title: 'Other', content: 'Other words', base_revision: 1 }),
    wiki_create_space: () => ({ name: 'Space', description: 'Wide' }),
    wiki_delete_comment: async () => {
      const { id, page_id } = await comment()
      return { id: page_id, comment_id: id }
    },
    wiki_delete_page: async () => {
      const parent = await page()
      await givenPage(as, { id: parent.space_id }, { under: parent })
      return { id: parent.id, recursive: true }
    },
    wiki_delete_space: idOf(space),
    wiki_list_comments: idOf(page),
    wiki_list_links: idOf(page),
    wiki_list_pages: idOf(space),
    wiki_list_recent_pages: () => ({}),
    wiki_list_revisions: idOf(page),
    wiki_list_spaces: () => ({}),
    wiki_read_page: idOf(page),
    wiki_read_revision: idOf(page, { number: 1 }),
    wiki_read_space: idOf(space),
    wiki_restore_revision: async () => {
      const { id } = await page({ content: 'First' })
      await givenRevision(as, { id }, { content: 'Second', base_revision: 1 })
      return { id, number: 1 }
    },
    wiki_subscribe_page: idOf(page),
    wiki_unsubscribe_page: async () => {
      const { id } = await page()
      await made(subscribePage, { as, params: { id } })
      return { id }
    },
    wiki_update_comment: async () => {
      const { id, page_id } = await comment()
      return { id: page_id, comment_id: id, text: 'Better', resolved: true }
    },
    wiki_update_page: idOf(page, { title: 'Other', content: 'Other', tags: ['new'], position: 2 }),
    wiki_update_space: idOf(space, { name: 'Other', visibility: 'private' }),
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns an unused project key. */
const randomKey = () => Array.from({ length: 8 }, () => letters[Math.floor(Math.random() * 26)]).join('')
