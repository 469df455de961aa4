import { randomUUID } from 'node:crypto'
import { listSessions } from '../../src/auth/endpoints/list-sessions.ts'
import { login } from '../../src/auth/endpoints/login.ts'
import { beginSession } from '../../src/auth/token.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { sessions } from '../../src/platform/identity/session.ts'
import { users } from '../../src/platform/identity/user.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { hashPassword } from '../../src/users/password.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { credentials } from '../../src/users/credentials.ts'
import { call, type CallOptions } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenResetToken } from '../support/given-reset.ts'
import { signedIn } from '../support/people.ts'
import { kept } from './kept.ts'
import { chatScenarios } from './chat-scenarios.ts'
import { deskScenarios } from './desk-scenarios.ts'
import { groupScenarios } from './group-scenarios.ts'
import { historyScenarios } from './history-scenarios.ts'
import { homeScenarios } from './home-scenarios.ts'
import { jobScenarios } from './job-scenarios.ts'
import { learningScenarios } from './learning-scenarios.ts'
import { lmsScenarios } from './lms-scenarios.ts'
import { machineScenarios } from './machine-scenarios.ts'
import { notificationScenarios } from './notification-scenarios.ts'
import { overviewScenarios } from './overview-scenarios.ts'
import { singleSignOnScenarios } from './single-sign-on-scenarios.ts'
import { scimScenarios } from './scim-scenarios.ts'
import { supportScenarios } from './support-scenarios.ts'
import { taskScenarios } from './task-scenarios.ts'
import { trashScenarios } from './trash-scenarios.ts'
import { fileScenarios } from './file-scenarios.ts'
import { wikiScenarios } from './wiki-scenarios.ts'

/** Typical call of one endpoint. */
export interface Scenario {
  /** Name of the function. */
  endpoint: string
  /** Distinguishing feature of the call, if an endpoint has several scenarios. */
  of?: string
  /** Maximum number of sequential round trips. */
  trips: number
  /** Permitted number above this maximum, with its reason. */
  exception?: { trips: number; because: string }
  /** Creates the resources that the call needs. Returns a function that returns the options of each successive call. */
  given: () => Promise<() => Promise<CallOptions> | CallOptions>
  /** Bare handler that does the same work besides DynamoDB. */
  bare?: 'bare-handler' | 'bare-login-handler'
  /** True if a repeated call fails or finds nothing to remove, so that each call needs a resource of its own. */
  isOnce?: boolean
  /** Work besides the table that no bare handler does. */
  beside?: string
}

/** Returns a title such as `wiki-read-page, older revision`. */
export const titleOf = ({ endpoint, of }: Pick<Scenario, 'endpoint' | 'of'>): string =>
  of === undefined ? endpoint : `${endpoint}, ${of}`

/** Returns the permitted number of sequential round trips. */
export const grantedTo = ({ trips, exception }: Scenario): number => exception?.trips ?? trips

const name = 'Grace Hopper'

/** Creates people who are in the list and can be found by the word `hopper`. */
const people = async (count: number, called = name) => {
  const made = Array.from({ length: count }, () =>
    users.make({ email: `${randomUUID()}@example.com`, name: called, role: 'user' }),
  )
  await Promise.all(made.map((user) => users.create(user)))
  return made.map(({ id }) => id)
}

const withPassword = async () => {
  const person = await signedIn()
  await writeItem(credentials.toTouch(person, { password_hash: await hashPassword('local-password') }))
  return person
}

const pageOf = (limit: number): Scenario => ({
  endpoint: 'users-list-users',
  of: `page of ${limit}`,
  trips: 1,
  given: async () => {
    const as = await signedIn()
    // sorted before all others, whose rows may be larger
    await people(limit, 'Aaron Hopper')
    return () => ({ as, query: { limit } })
  },
})

/** Creates a scenario on a page of a person's sessions, followed by one more session. */
const sessionsOf = (limit: number): Scenario => ({
  endpoint: 'auth-list-sessions',
  of: `page of ${limit}`,
  trips: 1,
  given: async () => {
    const as = await signedIn()
    const { session } = await beginSession({ ...as, epoch: 0 })
    const others = Array.from({ length: limit }, () => sessions.make({ ...session, id: newId() }))
    await Promise.all(others.map((one) => sessions.create(one)))
    return () => ({ as, query: { limit } })
  },
})

const all: Scenario[] = [
  { endpoint: 'health-read-health', trips: 0, given: async () => () => ({}) },
  { endpoint: 'auth-read-sign-in-methods', trips: 0, given: async () => () => ({}) },
  {
    endpoint: 'auth-login',
    trips: 2,
    bare: 'bare-login-handler',
    given: async () => {
      const options = { body: { email: (await withPassword()).email, password: 'local-password' } }
      // the address is known after this call
      await call(login, options)
      return () => options
    },
  },
  {
    endpoint: 'auth-login',
    of: 'from a new address',
    trips: 2,
    exception: { trips: 4, because: 'it may pass only when all who failed there before are counted' },
    bare: 'bare-login-handler',
    given: async () => {
      const { email } = await withPassword()
      return () => ({ body: { email, password: 'local-password' }, address: randomUUID() })
    },
  },
  {
    endpoint: 'auth-read-me',
    trips: 1,
    given: async () => {
      const as = await signedIn()
      return () => ({ as })
    },
  },
  {
    endpoint: 'auth-refresh',
    trips: 2,
    isOnce: true,
    given: async () => async () => ({ as: await signedIn() }),
  },
  {
    endpoint: 'auth-logout',
    trips: 2,
    isOnce: true,
    given: async () => async () => ({ as: await signedIn() }),
  },
  sessionsOf(1),
  sessionsOf(100),
  {
    endpoint: 'auth-delete-session',
    trips: 2,
    isOnce: true,
    given: async () => {
      const admin = await signedIn({ role: 'admin' })
      return async () => {
        const [as, params] = [await signedIn(), { id: '' }]
        params.id = (await call(listSessions, { as: admin, query: { user_id: as.id } })).body.items[0]!.id
        return { as, params }
      }
    },
  },
  pageOf(1),
  pageOf(100),
  {
    endpoint: 'users-list-users',
    of: '100 ids',
    trips: 1,
    given: async () => {
      const as = await signedIn()
      const ids = (await people(100)).join(',')
      return () => ({ as, query: { ids, limit: 100 } })
    },
  },
  {
    endpoint: 'users-read-user',
    trips: 1,
    given: async () => {
      const as = await signedIn()
      const [id = ''] = await people(1)
      return () => ({ as, params: { id } })
    },
  },
  {
    endpoint: 'users-create-user',
    trips: 2,
    isOnce: true,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      return () => ({
        as,
        body: { email: `${randomUUID()}@example.com`, name, password: 'plum thicket 9 ferry' },
      })
    },
  },
  {
    endpoint: 'users-update-user',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      return () => ({ as, params: { id: as.id }, body: { name } })
    },
  },
  {
    endpoint: 'users-update-user',
    of: 'their picture',
    trips: 2,
    isOnce: true,
    beside: 'S3 and signatures',
    given: async () => {
      const as = await signedIn()
      const { id: avatar_file_id } = await givenFile(as, { content_type: 'image/png' })
      return () => ({ as, params: { id: as.id }, body: { avatar_file_id } })
    },
  },
  {
    endpoint: 'auth-request-password-reset',
    trips: 2,
    exception: { trips: 3, because: 'it is stored when all from that network address are counted' },
    isOnce: true,
    given: async () => {
      const { email } = await withPassword()
      return () => ({ body: { email }, address: randomUUID() })
    },
  },
  {
    endpoint: 'auth-confirm-password-reset',
    trips: 2,
    isOnce: true,
    given: async () => {
      const { id } = await signedIn()
      return async () => ({ body: { token: await givenResetToken(id), password: 'plum thicket 9 ferry' } })
    },
  },
  {
    endpoint: 'users-invite-user',
    trips: 2,
    isOnce: true,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      const body = { email: `${randomUUID()}@example.com`, name }
      const invited = await call(createUser, { as, body })
      return () => ({ as, params: { id: invited.body.id } })
    },
  },
  {
    endpoint: 'support-read-policies',
    trips: 1,
    given: async () => {
      const as = await signedIn({ role: 'support_agent' })
      return () => ({ as })
    },
  },
  {
    endpoint: 'support-update-policies',
    trips: 2,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      const { id: group_id } = await groups.create(groups.make({ name: `Group ${randomUUID()}` }))
      return () => ({ as, body: { categories: [{ name: randomUUID(), group_id }] } })
    },
  },
  ...groupScenarios,
  ...historyScenarios,
  ...homeScenarios,
  ...jobScenarios,
  ...lmsScenarios,
  ...machineScenarios,
  ...learningScenarios,
  ...notificationScenarios,
  ...overviewScenarios,
  ...singleSignOnScenarios,
  ...taskScenarios,
  ...trashScenarios,
  ...wikiScenarios,
  ...supportScenarios,
  ...deskScenarios,
  ...fileScenarios,
  ...chatScenarios,
  ...scimScenarios,
]

/** Scenarios of all benches: one or a few per endpoint. The resources of pages of a hundred are created once. */
export const scenarios: Scenario[] = all.map((scenario) =>
  scenario.of?.includes('page of 100') ? { ...scenario, given: kept(scenario.given) } : scenario,
)
