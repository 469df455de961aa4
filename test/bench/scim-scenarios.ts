import { randomUUID } from 'node:crypto'
import { createScimGroup } from '../../src/scim/endpoints/create-scim-group.ts'
import { createScimUser } from '../../src/scim/endpoints/create-scim-user.ts'
import { readScimConfig } from '../../src/scim/endpoints/read-scim-config.ts'
import { entraUser } from '../scim/given.ts'
import { call, type CallOptions } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenDirectoryToken } from '../support/given-token.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

const givenDirectory = kept(async () => {
  const as = await givenDirectoryToken(await signedIn({ role: 'admin' }))
  await call(readScimConfig, { as }) // the first call of an hour records the use of the token
  return as
})

const person = (as: SignedIn) => made(createScimUser, { as, body: entraUser() })

const group = (as: SignedIn, ...ids: string[]) =>
  made(createScimGroup, {
    as,
    body: { displayName: randomUUID(), externalId: randomUUID(), members: ids.map((value) => ({ value })) },
  })

/** Creates a scenario of a directory's call: its token takes a round trip before all others. */
const byDirectory = (
  operation: string,
  trips: number,
  options: (as: SignedIn) => Promise<Omit<CallOptions, 'as'>> | Omit<CallOptions, 'as'>,
  more: Pick<Scenario, 'of' | 'isOnce'> = {},
): Scenario => ({
  endpoint: `scim-${operation}`,
  trips,
  ...more,
  given: async () => {
    const as = await givenDirectory()
    return async () => ({ as, ...(await options(as)) })
  },
})

const patch = (operation: object) => ({ Operations: [operation] })
const once = { isOnce: true }

/** Frequent calls of Entra ID and Okta. */
export const scimScenarios: Scenario[] = [
  byDirectory(
    'list-scim-users',
    3,
    async (as) => ({ query: { filter: `userName eq "${(await person(as)).userName}"` } }),
    { of: 'by userName' },
  ),
  byDirectory(
    'list-scim-users',
    3,
    async (as) => ({ query: { filter: `displayName eq "${(await person(as)).displayName}"` } }),
    { of: 'by displayName' },
  ),
  byDirectory('read-scim-user', 2, async (as) => ({ params: { id: (await person(as)).id } })),
  byDirectory('create-scim-user', 3, () => ({ body: entraUser() }), once),
  byDirectory(
    'update-scim-user',
    3,
    async (as) => ({
      params: { id: (await person(as)).id },
      body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    }),
    once,
  ),
  byDirectory('delete-scim-user', 3, async (as) => ({ params: { id: (await person(as)).id } }), once),
  byDirectory(
    'list-scim-groups',
    2,
    async (as) => ({
      query: { filter: `displayName eq "${(await group(as)).displayName}"`, excludedAttributes: 'members' },
    }),
    { of: 'by displayName' },
  ),
  byDirectory('read-scim-group', 2, async (as) => ({ params: { id: (await group(as)).id } })),
  byDirectory('create-scim-group', 2, () => ({ body: { displayName: randomUUID() } }), once),
  byDirectory(
    'update-scim-group',
    3,
    async (as) => {
      const [joining, { id }] = await Promise.all([person(as), group(as)])
      return { params: { id }, body: patch({ op: 'Add', path: 'members', value: [{ value: joining.id }] }) }
    },
    { ...once, of: 'one member' },
  ),
  byDirectory('delete-scim-group', 3, async (as) => ({ params: { id: (await group(as)).id } }), once),
  byDirectory('read-scim-config', 1, () => ({})),
]
