import type { Spec } from '../../src/platform/http/spec.ts'

/** What operations answer of which the name of the schema does not say enough, by operation and status. */
const ofOperation: Record<string, Record<number, string>> = {
  assistants_delete_assistant: { 204: 'The assistant is deleted.' },
  assistants_create_trust: { 200: 'What the assistant may do without asking now.' },
  assistants_delete_trust: { 204: 'The assistant asks again.' },
  auth_login: { 200: 'An access token.' },
  auth_logout: { 204: 'The token is revoked.' },
  auth_read_me: { 200: 'The signed-in user.' },
  auth_refresh: { 200: 'A new access token.' },
  chats_cancel_message: { 200: 'The reply as it is now.' },
  chats_confirm_message: { 200: 'The reply as it is now.' },
  chats_create_message: { 201: 'The new message with the replies that are to come, or the stream of them.' },
  chats_delete_message: { 204: 'The message has no contents any more.' },
  chats_delete_chat: { 204: 'The caller has left the chat, or has deleted it as its owner.' },
  chats_export_chat: { 200: 'The chat, as a file to be saved.' },
  chats_rate_message: { 200: 'The reply, with the caller’s rating.' },
  chats_read_chat: { 200: 'The chat, with a page of its messages.' },
  chats_undo_message: { 200: 'What was taken back, and what was not.' },
  chats_retry_message: { 200: 'The reply, pending again.' },
  docs_read_api: { 200: 'The name and version of the API, and links to its documentation.' },
  files_create_file: { 201: 'The new file, and where to upload its bytes.' },
  files_delete_file: { 204: 'The file is deleted.' },
  files_read_contents: {
    200: 'With `redirect=false`: a link to the bytes.',
    307: 'A redirect to the bytes, by `Location`.',
  },
  files_read_text: { 200: 'The text, or a piece of it.' },
  files_read_version_contents: {
    200: 'With `redirect=false`: a link to the bytes.',
    307: 'A redirect to the bytes, by `Location`.',
  },
  functions_invoke_function: { 200: 'What the operation has answered.' },
  health_read_health: { 200: 'The service responds.' },
  jobs_cancel_job: { 202: 'The job as it is now.' },
  lms_delete_category: { 204: 'The category is deleted.' },
  lms_delete_course: { 204: 'The course is deleted.' },
  lms_delete_event: { 204: 'The event is deleted.' },
  lms_delete_event_feed: { 204: 'The link is revoked, or there was none.' },
  lms_create_event_feed: { 201: 'The new link, shown this once.' },
  lms_read_all_notifications: { 204: 'All notifications of the caller are read.' },
  lms_read_event_feed: { 200: 'The calendar, as iCalendar.' },
  lms_unenroll_course: { 204: 'The caller is no longer enrolled.' },
  lms_unsubscribe_category: { 204: 'The caller is no longer subscribed.' },
  lms_update_progress: { 200: 'The caller’s progress in the course.' },
  task_delete_comment: { 204: 'The comment is deleted.' },
  task_delete_project: { 204: 'The project is deleted.' },
  task_delete_task: { 204: 'The task is deleted.' },
  users_delete_user: {
    202: 'The job that erases the person. They can no longer sign in.',
    204: 'The user is deactivated.',
  },
  trash_delete_entry: { 204: 'The thing is deleted for good.' },
  undo_undo_change: { 200: 'What was taken back.' },
  trash_restore_entry: { 200: 'The restored thing, as a GET of it answers.' },
  wiki_delete_comment: { 204: 'The comment is deleted.' },
  wiki_delete_page: { 204: 'The page is deleted.' },
  wiki_delete_space: { 204: 'The space is deleted.' },
  wiki_unsubscribe_page: { 204: 'The caller is no longer subscribed.' },
  wopi_check_file_info: { 200: 'The file and the rights of the person on it.' },
  wopi_create_edit_link: { 201: 'The new link, shown this once.' },
  wopi_create_token: { 200: 'The token, and where to send it.' },
  wopi_head_file: { 200: 'The headers of the contents.' },
  wopi_open_editor: { 200: 'A page with the editor in it.' },
  wopi_operate_file: { 200: 'The operation is done; those that make or rename a file say its name.' },
  wopi_read_contents: {
    200: 'The bytes of the file.',
    206: 'The bytes in the `Range`.',
    307: 'A redirect to the bytes, by `Location`.',
  },
  wopi_read_discovery: { 200: 'The discovery document.' },
  wopi_read_edit_link: { 200: 'A page that opens the editor.' },
  wopi_save_contents: { 200: 'The contents are saved.' },
}

/** Schemas that are named more exactly than a sentence needs. */
const nouns: Record<string, string> = {
  CalendarEvent: 'event',
  CategorySubscription: 'subscription',
  FileMetadata: 'file',
  LessonWithContent: 'lesson',
  MyTask: 'task',
  PlatformFunction: 'function',
  RevisionWithContent: 'revision',
  TaskComment: 'comment',
  TicketMessage: 'message',
  WikiPage: 'page',
  WikiPageSubscription: 'subscription',
  WikiSpace: 'space',
}

/** `EventFeed` is an event feed. */
const wordsOf = (schemaName: string): string =>
  nouns[schemaName] ?? schemaName.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const pluralOf = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

interface Response {
  description: string
  content?: Record<string, { schema: { $ref?: string } }>
}

const textOf = (spec: Spec, status: number, schemaName: string): string => {
  const listed = /^(.+)(?:Page|List)$/.exec(schemaName)?.[1]
  if (listed !== undefined && spec.method === 'GET' && 'next_cursor' in shapeOf(spec))
    return `A page of ${pluralOf(wordsOf(listed))}, and the cursor of the next.`
  const noun = wordsOf(schemaName)
  if (status === 202) return `The ${noun}, which is generated in the background.`
  if (status === 201) return `The new ${noun}.`
  if ([spec.status ?? 200].flat().includes(201)) return `The ${noun}, which was there already.`
  return spec.method === 'GET' ? `The ${noun}.` : `The ${noun} as it is now.`
}

const shapeOf = ({ response }: Spec): object => (response as { shape?: object } | undefined)?.shape ?? {}

/** Says what each success of an operation answers, once its schemas have their names; throws where nothing does. */
export const describeSuccesses = (
  spec: Spec,
  operation: { operationId: string; responses: Record<string, unknown> },
): void => {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (Number(status) >= 400 || status === '304') continue
    const success = response as Response
    const schemaName = success.content?.['application/json']?.schema.$ref?.split('/').at(-1)
    const own = ofOperation[operation.operationId]?.[Number(status)]
    if (own === undefined && schemaName === undefined)
      throw new Error(`infra/openapi/success-texts.ts has no text for ${operation.operationId} ${status}.`)
    success.description = own ?? textOf(spec, Number(status), schemaName as string)
  }
}

/** The one thing of a segment such as `categories`. */
const singularOf = (segment: string): string => segment.replace(/ies$/, 'y').replace(/s$/, '')

export interface DescribedParameter {
  in?: string
  name?: string
  description?: string | undefined
}

/** What the path parameters that are ids name: `/files/{id}` the file, `{lesson_id}` the lesson. */
export const describeIds = (path: string, parameters: DescribedParameter[]): void => {
  for (const parameter of parameters) {
    if (parameter.in !== 'path' || parameter.description !== 'A UUID.') continue
    const before = path.split('/').at(path.split('/').indexOf(`{${parameter.name}}`) - 1) as string
    const noun = parameter.name === 'id' ? singularOf(before) : (parameter.name as string).replace(/_id$/, '')
    parameter.description = `Id of the ${noun}.`
  }
}
