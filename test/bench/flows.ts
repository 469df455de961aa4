import { readFileSync } from 'node:fs'
import { everything } from './everything.ts'
import { scenarios, type Scenario } from './scenarios.ts'

/** Frequent call; without a share, only its cost is shown. */
export interface Flow {
  scenario: Scenario
  /** Number of calls per thousand requests. */
  share: number
}

/** Requests per second that the platform must handle; DynamoDB's limits per partition may prevent this. */
export const aim = 5_000

/**
 * Number of resources of each kind: a company of 50,000 people, each with a request every ten seconds at the busiest
 * time, which results in the aim. One space per 50 people, one project per 25, one course per 100; 100 pages per space
 * and 50 tasks per project; the others a few per person.
 */
export const populations: Record<string, number> = {
  user: 50_000,
  email: 50_000,
  'person-chats': 50_000,
  space: 1_000,
  page: 100_000,
  project: 2_000,
  task: 100_000,
  course: 500,
  event: 5_000,
  ticket: 100_000,
  chat: 100_000,
  file: 250_000,
  assistant: 2_000,
}

/**
 * Kinds that are requested uniformly, because people request their own resources. Of all other kinds, the resource of
 * rank n is requested 1/n as often as the first (Zipf), like web pages: the first of 1,000 spaces gets 13 of 100
 * requests.
 */
export const areAskedForAlike: readonly string[] = ['user', 'email', 'person-chats']

/** Natural words for searchable texts: half a page of them, or a few sentences. */
const prose = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').match(/[a-z]+/gi) ?? []
const [page, sentences] = [prose.slice(0, 600).join(' '), prose.slice(0, 60).join(' ')]

/** Search for a word that 500 resources of each kind contain; everybody searches for it. */
const search: Scenario = {
  endpoint: 'search-search-everything',
  of: 'a common word',
  trips: 2,
  given: async () => {
    const { fill, request } = await everything()
    await fill(0, 3_000)
    return () => ({ ...request, query: { q: 'often' } })
  },
}

/** Returns a flow by the name of its scenario, optionally with other values of the query or the body. */
const flow = (
  share: number,
  endpoint: string,
  { of, query, body }: { of?: string; query?: object; body?: object } = {},
): Flow => {
  const found = scenarios.find((one) => one.endpoint === endpoint && (!of || one.of === of))
  if (!found) throw new Error(`There is no scenario ${endpoint} ${of ?? ''}.`)
  const given = async () => {
    const options = await found.given()
    return async () => {
      const { query: asked, body: sent, ...others } = await options()
      return { ...others, query: { ...asked, ...query }, ...(sent ? { body: { ...sent, ...body } } : {}) }
    }
  }
  return { share, scenario: { ...found, ...(of && { of: of.replace('page of 100', 'page of 50') }), given } }
}

const list = (share: number, endpoint: string, of = 'page of 100') =>
  flow(share, endpoint, { of, query: { limit: 50 } })

/**
 * Mix of the busiest hour: nine reads per write, and lists with pages of 50 rows, the default. 25 people per second
 * sign in, so that all 50,000 do so within half an hour. Writes come first: their consequences are recorded too, and
 * nothing else may be waiting at that time.
 */
export const flows: Flow[] = [
  flow(5, 'auth-login'),
  flow(20, 'lms-update-progress'),
  flow(4, 'wiki-create-page', { body: { content: page } }),
  flow(10, 'wiki-create-revision'),
  flow(10, 'task-create-task', { body: { description: sentences } }),
  flow(20, 'task-update-task'),
  flow(10, 'task-create-comment'),
  flow(2, 'support-create-ticket', { body: { description: sentences } }),
  flow(8, 'support-create-message'),
  flow(10, 'chats-create-message'),
  flow(1, 'wopi-save-contents'),
  flow(70, 'auth-read-me'),
  flow(110, 'lms-list-notifications'),
  list(10, 'users-list-users'),
  flow(30, 'users-read-user'),
  list(40, 'lms-list-courses'),
  flow(50, 'lms-read-course'),
  flow(0, 'lms-read-course', { of: '2 MB of lessons' }),
  flow(50, 'lms-read-lesson'),
  list(30, 'lms-list-events'),
  list(30, 'wiki-list-spaces'),
  list(40, 'wiki-list-pages'),
  flow(130, 'wiki-read-page'),
  list(30, 'task-list-projects'),
  list(60, 'task-list-tasks'),
  list(30, 'task-list-my-tasks'),
  flow(60, 'task-read-task'),
  list(15, 'support-list-tickets', 'own, page of 100'),
  list(5, 'support-list-tickets', 'all, page of 100'),
  list(20, 'support-list-messages', 'ticket, page of 100'),
  list(5, 'support-list-messages', 'all, page of 100'),
  list(20, 'chats-list-chats'),
  list(25, 'chats-read-chat'),
  list(5, 'assistants-list-assistants'),
  list(10, 'files-list-files'),
  flow(10, 'files-read-file'),
  flow(5, 'wopi-check-file-info'),
  { share: 10, scenario: search },
]
