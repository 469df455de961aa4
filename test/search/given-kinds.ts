import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { givenGroup } from '../groups/given.ts'
import { givenAssistant, type Granted } from '../assistants/given.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { createContact } from '../../src/support/contact/endpoints/create-contact.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'
import type { Readers } from './given-readers.ts'

/** A change that takes a resource away from those who could find it. */
interface Withdrawal {
  endpoint: EndpointHandler
  as: SignedIn
  id: string
  body: object
}

interface Given {
  id: string
  /** IDs of its containers, outermost first. */
  within?: string[]
  withdrawal?: Withdrawal
}

interface Kind {
  type: string
  /** Creates a resource that has the word once, readable for the friend if it can be shared. */
  give: (readers: Readers, word: string) => Promise<Given>
  /** Readers who find it. */
  finders: (keyof Readers)[]
  /** Types of other resources that have the word because of it. */
  wholes?: string[]
}

/** Returns a text with the word after more than the beginning. */
const farDown = (word: string) => `${'Words before it. '.repeat(300)}\n\nAt last ${word}.`

const privateSpace = async ({ owner, friend }: Readers, fields: object = {}) => {
  const space = await givenSpace(owner, { visibility: 'private', members: [[friend, 'read']], ...fields })
  const withdrawal = { endpoint: updateSpace, as: owner, id: space.id, body: { members: [] } }
  return { space, withdrawal }
}

const privateProject = async ({ owner, friend }: Readers, fields: object = {}) => {
  const project = await givenProject(owner, {
    visibility: 'private',
    members: [[friend, 'guest']],
    ...fields,
  })
  const withdrawal = { endpoint: updateProject, as: owner, id: project.id, body: { members: [] } }
  return { project, withdrawal }
}

const sharedChat = async ({ owner, friend }: Readers, fields: { [field: string]: unknown } = {}) => {
  const chat = await givenChat(owner, [friend], fields)
  const withdrawal = { endpoint: updateChat, as: owner, id: chat.id, body: { participants: [] } }
  return { chat, withdrawal }
}

const publishedCourse = async ({ owner }: Readers, fields: object) => {
  const course = await givenCourse(owner, fields)
  const withdrawal = { endpoint: updateCourse, as: owner, id: course.id, body: { status: 'draft' } }
  return { course, withdrawal }
}

const insiders = ['owner', 'friend', 'admin'] as const
const everybody = ['owner', 'friend', 'stranger', 'agent', 'admin'] as const
const desk = ['agent', 'admin'] as const

/** A resource of each kind, named by its distinguishing feature. */
export const kinds: Record<string, Kind> = {
  'a private space, by its description': {
    type: 'wiki_space',
    finders: [...insiders],
    give: async (readers, word) => {
      const { space, withdrawal } = await privateSpace(readers, { description: `All about ${word}` })
      return { id: space.id, withdrawal }
    },
  },
  'a page of a private space, by what is far down in it': {
    type: 'wiki_page',
    finders: [...insiders],
    give: async (readers, word) => {
      const { space, withdrawal } = await privateSpace(readers)
      const above = await givenPage(readers.owner, space)
      const page = await givenPage(readers.owner, space, { under: above, content: farDown(word) })
      return { id: page.id, within: [space.id, above.id], withdrawal }
    },
  },
  'a course, by its description': {
    type: 'course',
    finders: [...everybody],
    give: async (readers, word) => {
      const { course, withdrawal } = await publishedCourse(readers, { description: farDown(word) })
      return { id: course.id, withdrawal }
    },
  },
  'a draft of a course': {
    type: 'course',
    finders: ['owner', 'admin'],
    give: async ({ owner }, word) => ({
      id: (await givenCourse(owner, { status: 'draft', short_description: word })).id,
    }),
  },
  'the fifth lesson of a course': {
    type: 'lesson',
    finders: [...everybody],
    wholes: ['course'],
    give: async (readers, word) => {
      const chapters = [chapterOf('1', '2', '3', '4', farDown(word))]
      const { course, withdrawal } = await publishedCourse(readers, { chapters })
      return { id: course.chapters[0]!.lessons[4]!.id, within: [course.id], withdrawal }
    },
  },
  'a private project, by its name': {
    type: 'project',
    finders: [...insiders],
    give: async (readers, word) => {
      const { project, withdrawal } = await privateProject(readers, { name: `The ${word} project` })
      return { id: project.id, withdrawal }
    },
  },
  'a task of a private project, by its label': {
    type: 'task',
    finders: [...insiders],
    give: async (readers, word) => {
      const { project, withdrawal } = await privateProject(readers)
      const task = await givenTask(readers.owner, project, { labels: [word] })
      return { id: task.id, within: [project.id], withdrawal }
    },
  },
  'a comment on a page of a private space': {
    type: 'wiki_comment',
    finders: [...insiders],
    give: async (readers, word) => {
      const { space, withdrawal } = await privateSpace(readers)
      const page = await givenPage(readers.owner, space)
      const params = { id: page.id }
      const comment = await made(createComment, { as: readers.friend, params, body: { text: farDown(word) } })
      return { id: comment.id, within: [space.id, page.id], withdrawal }
    },
  },
  'a comment on a task of a private project': {
    type: 'task_comment',
    finders: [...insiders],
    wholes: ['task'],
    give: async (readers, word) => {
      const { project, withdrawal } = await privateProject(readers)
      const task = await givenTask(readers.owner, project)
      const comment = await givenComment(readers.friend, task, { text: farDown(word) })
      return { id: comment.id, within: [project.id, task.id], withdrawal }
    },
  },
  'a contact, by its name': {
    type: 'contact',
    finders: [...desk],
    give: async ({ agent }, word) => {
      const body = { name: word, email: `${word}@customer.example` }
      return { id: (await made(createContact, { as: agent, body })).id }
    },
  },
  'a ticket, by its description': {
    type: 'ticket',
    finders: ['owner', ...desk],
    give: async ({ owner }, word) => ({ id: (await givenTicket(owner, { description: farDown(word) })).id }),
  },
  'a reply to a ticket': {
    type: 'ticket_message',
    finders: ['owner', ...desk],
    wholes: ['ticket'],
    give: async ({ owner, agent }, word) => {
      const ticket = await givenTicket(owner, { description: 'It smokes.' })
      return { id: (await givenMessage(agent, ticket, { text: word })).id, within: [ticket.id] }
    },
  },
  'an internal message about a ticket': {
    type: 'ticket_message',
    finders: [...desk],
    give: async ({ owner, agent }, word) => {
      const ticket = await givenTicket(owner)
      const message = await givenMessage(agent, ticket, { text: word, is_internal: true })
      return { id: message.id, within: [ticket.id] }
    },
  },
  'a file that is shared, by its name': {
    type: 'file',
    finders: ['owner', 'friend'],
    give: async ({ owner, friend }, word) => {
      const file = await givenFile(owner, { name: `${word}.bin`, grants: [[friend, 'read']] })
      const withdrawal = { endpoint: updateFile, as: owner, id: file.id, body: { grants: [] } }
      return { id: file.id, withdrawal }
    },
  },
  'a file of one person, by its text': {
    type: 'file',
    finders: ['owner'],
    give: async ({ owner }, word) => ({
      id: (
        await givenFile(owner, { name: 'minutes.md', bytes: farDown(word), content_type: 'text/markdown' })
      ).id,
    }),
  },
  'a chat of two people, by its topic': {
    type: 'chat',
    finders: ['owner', 'friend'],
    give: async (readers, word) => {
      const { chat, withdrawal } = await sharedChat(readers, { topic: `About ${word}` })
      return { id: chat.id, withdrawal }
    },
  },
  'a message in a chat of two people': {
    type: 'chat_message',
    finders: ['owner', 'friend'],
    give: async (readers, word) => {
      const { chat, withdrawal } = await sharedChat(readers)
      const { message } = await givenWords(readers.owner, chat, farDown(word))
      return { id: message.id, within: [chat.id], withdrawal }
    },
  },
  'a message in a chat with oneself': {
    type: 'chat_message',
    finders: ['owner'],
    give: async ({ owner }, word) => {
      const chat = await givenChat(owner)
      const { message } = await givenWords(owner, chat, word)
      return { id: message.id, within: [chat.id] }
    },
  },
  'an assistant that is shared': {
    type: 'assistant',
    finders: ['owner', 'friend'],
    give: async ({ owner, friend }, word) => {
      const grants: Granted[] = [[friend, 'view']]
      const assistant = await givenAssistant(owner, { description: word, visibility: 'shared', grants })
      const body = { visibility: 'private' }
      return {
        id: assistant.id,
        withdrawal: { endpoint: updateAssistant, as: owner, id: assistant.id, body },
      }
    },
  },
  'a person, by their name': {
    type: 'user',
    finders: [...everybody],
    give: async ({ admin }, word) => {
      const { id } = await signedIn({ name: `Grace ${word}` })
      return { id, withdrawal: { endpoint: updateUser, as: admin, id, body: { is_active: false } } }
    },
  },
  'a group, by its name': {
    type: 'group',
    finders: [...everybody],
    give: async ({ admin }, word) => {
      const { id } = await givenGroup(admin, { name: `Group ${word}` })
      return { id, withdrawal: { endpoint: deleteGroup, as: admin, id, body: {} } }
    },
  },
}
