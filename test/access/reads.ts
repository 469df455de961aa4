import type { accessTypes } from '#generated/resource-types.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'

/** Endpoint that reads each type of resource whose access can be explained. */
export const reads: Record<(typeof accessTypes)[number], EndpointHandler> = {
  wiki_space: readSpace,
  wiki_page: readPage,
  project: readProject,
  task: readTask,
  file: readFile,
  assistant: readAssistant,
  course: readCourse,
  chat: readChat,
  ticket: readTicket,
}
