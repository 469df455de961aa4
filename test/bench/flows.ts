import { readFileSync } from 'node:fs'
import { everything } from './everything.ts'
import { scenarios, type Scenario } from './scenarios.ts'

/** A call that people make all day; one without a share only shows what it takes. */
export interface Flow {
  scenario: Scenario
  /** How many of a thousand requests. */
  share: number
}

/** As many requests a second as the platform is to bear (DynamoDB's limits for one partition are what may stop it). */
export const aim = 5_000

/**
 * How many there are of each kind: a company of 50 000, each with a request every ten seconds when it is busiest, which
 * makes the aim. One space for 50 people, one project for 25, a course for 100; 100 pages in a space and 50 tasks in a
 * project; the others a few for each person.
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
 * People ask for things of their own alike often; of everything else the thing of rank n is asked for 1/n as often as
 * the first (Zipf), as web pages are: the first of 1 000 spaces gets 13 of 100 requests.
 */
export const areAskedForAlike: readonly string[] = ['user', 'email', 'person-chats']

/** Words as people write them, for what is made findable: half a page's worth of them, or a few sentences. */
const prose = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').match(/[a-z]+/gi) ?? []
const [page, sentences] = [prose.slice(0, 600).join(' '), prose.slice(0, 60).join(' ')]

/** A word that 500 things of each kind have: everybody searches for the same one. */
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

/** A flow by the name of its scenario, with some other values of the query or the body. */
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
 * A mix for the busiest hour: nine reads to a write, and a page of a list is 50 rows, which is what clients
 * get that ask for no other number. 25 people a second sign in, so that all 50 000 have within half an hour.
 * The writes come first: what follows from them is recorded as well, and nothing else may be waiting then.
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
