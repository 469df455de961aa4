import { beforeAll, describe, expect, test } from 'vitest'
import { listAssistants } from '../../src/assistants/endpoints/list-assistants.ts'
import { listChats } from '../../src/chats/endpoints/list-chats.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { listProjects } from '../../src/task/endpoints/list-projects.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { givenAssistant } from '../assistants/given.ts'
import { call } from '../support/call.ts'
import { givenChat } from '../support/given-chat.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'
import { newWord } from './given-readers.ts'

interface Searched {
  list: EndpointHandler<unknown, unknown, { items: { id: string }[] }>
  /** True if its parameter is `search`, which means the same as `q`. */
  isSearch?: true
  params?: { id: string }
  query?: object
  /** The search text, and the IDs of the expected items, in order. */
  typed: string
  ids: string[]
  /** A person who must not find the items. */
  outsider?: SignedIn
}

const word = newWord()
let owner: SignedIn
let lists: Record<string, Searched>

const givenLists = async (stranger: SignedIn, agent: SignedIn): Promise<Record<string, Searched>> => {
  const space = await givenSpace(owner, { visibility: 'private', description: `On ${word}` })
  const project = await givenProject(owner, { visibility: 'private', description: `On ${word}` })
  const params = { id: project.id }
  const [first, task] = [await givenTask(owner, project), await givenTask(owner, project)]
  await givenTask(owner, project, { title: `See ${first.key}` })
  await givenComment(owner, task, { text: `More on ${word}` })
  const ticket = await givenTicket(owner)
  await givenTicket(owner, { description: `Like ${ticket.number}` })
  await givenMessage(agent, ticket, { text: `More on ${word}` })
  const older = await givenCourse(owner, { title: word })
  const newer = await givenCourse(owner, { chapters: [chapterOf('1', '2', '3', '4', `More on ${word}`)] })
  const chat = await givenChat(owner, [], { topic: `On ${word}` })
  const assistant = await givenAssistant(owner, { description: `On ${word}` })
  const person = await signedIn({ name: `Grace ${word}` })
  return {
    'spaces, by the description': { list: listSpaces, typed: word, ids: [space.id], outsider: stranger },
    'projects, by the description': {
      list: listProjects,
      typed: word,
      ids: [project.id],
      outsider: stranger,
    },
    'projects, by the key': { list: listProjects, typed: project.key, ids: [project.id], outsider: stranger },
    'tasks of a project, by a comment': { list: listTasks, params, typed: word, ids: [task.id] },
    'tasks, by the key': { list: listTasks, params, query: { limit: 1 }, typed: first.key, ids: [first.id] },
    'tickets, by a reply': { list: listTickets, typed: word, ids: [ticket.id], outsider: stranger },
    'tickets, by the number': {
      list: listTickets,
      query: { limit: 1 },
      typed: `#${ticket.number}`,
      ids: [ticket.id],
      outsider: stranger,
    },
    'courses, by a lesson, newest first': {
      list: listCourses,
      isSearch: true,
      query: { sort: 'newest' },
      typed: word,
      ids: [newer.id, older.id],
    },
    'chats, by the topic': { list: listChats, typed: word, ids: [chat.id], outsider: stranger },
    'assistants, by the description': {
      list: listAssistants,
      typed: word,
      ids: [assistant.id],
      outsider: stranger,
    },
    'people, by the name': { list: listUsers, typed: word, ids: [person.id] },
    'people, by the e-mail address': {
      list: listUsers,
      query: { limit: 1 },
      typed: owner.email,
      ids: [owner.id],
    },
  }
}

beforeAll(async () => {
  owner = await signedIn()
  lists = await givenLists(await signedIn(), await signedIn({ role: 'support_agent' }))
  await settle()
})

const find = async (as: SignedIn, { list, isSearch, params, query, typed }: Searched) => {
  const words = isSearch ? { search: typed } : { q: typed }
  const answer = await call(list, { as, ...(params && { params }), query: { ...query, ...words } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items.map(({ id }) => id)
}

describe('Searchable lists', () => {
  test.each([
    'spaces, by the description',
    'projects, by the description',
    'projects, by the key',
    'tasks of a project, by a comment',
    'tasks, by the key',
    'tickets, by a reply',
    'tickets, by the number',
    'courses, by a lesson, newest first',
    'chats, by the topic',
    'assistants, by the description',
    'people, by the name',
    'people, by the e-mail address',
  ])('find %s', async (name) => {
    const searched = lists[name]!

    expect(await find(owner, searched)).toEqual(searched.ids)
    if (searched.outsider) expect(await find(searched.outsider, searched)).toEqual([])
  })
})
