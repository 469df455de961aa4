import { randomUUID } from 'node:crypto'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { givenGroup, givenPeople, idsOf } from '../groups/given.ts'
import { call, type CallOptions } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { setGroups } from '../support/given-group.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

const givenMembers = kept(async (count: number) => {
  const [as, people] = await Promise.all([signedIn({ role: 'admin' }), givenPeople(count)])
  return { as, people, group: await givenGroup(as, { members: people }) }
})

type Given = Awaited<ReturnType<typeof givenMembers>>

/** Creates a scenario on a group of a hundred people. */
const inGroup = (
  scenario: Omit<Scenario, 'given'>,
  options: (given: Given) => Promise<Omit<CallOptions, 'as'>> | Omit<CallOptions, 'as'>,
): Scenario => ({
  ...scenario,
  given: async () => {
    const given = await givenMembers(100)
    return async () => ({ as: given.as, ...(await options(given)) })
  },
})

/** Creates a person who is a member of the group, or is not. */
const givenPerson = async ({ as, group }: Given, isIn: boolean) => {
  const [person] = (await givenPeople(1)) as [{ id: string }]
  if (!isIn) return { params: { id: group.id, user_id: person.id } }
  const { id } = await givenGroup(as, { members: [person] })
  return { params: { id, user_id: person.id } }
}

/** Creates a person in the maximum number of groups, each with access to one resource of each kind. */
const givenGrouped = kept(async () => {
  const [as, owner] = await Promise.all([signedIn(), signedIn()])
  const all = Array.from({ length: 200 }, () => groups.create(groups.make({ name: `Group ${randomUUID()}` })))
  const ids = idsOf(await Promise.all(all))
  const shared = <Right extends object>(right: Right) => ids.map((group_id) => ({ group_id, ...right }))
  await Promise.all([
    made(createSpace, {
      as: owner,
      body: { name: 'Plans', visibility: 'private', members: shared({ permission: 'read' as const }) },
    }),
    made(createProject, {
      as: owner,
      body: { name: 'Plans', visibility: 'private', members: shared({ role: 'guest' as const }) },
    }),
    made(createAssistant, {
      as: owner,
      body: { name: 'Planner', grants: shared({ permission: 'view' as const }) },
    }),
    call(updateFile, {
      as: owner,
      params: await givenFile(owner),
      body: { grants: shared({ permission: 'read' as const }) },
    }),
  ])
  await setGroups(as, ...ids.map((id) => ({ id })))
  await call(readMe, { as }) // a process starts without the groups of a person whom it has not seen yet
  return as
})

const inAllGroups = (endpoint: string, trips: number, query: CallOptions['query'] = {}): Scenario => ({
  endpoint,
  of: 'by one in 200 groups',
  trips,
  given: async () => {
    const as = await givenGrouped()
    return () => ({ as, query })
  },
})

export const groupScenarios: Scenario[] = [
  inGroup({ endpoint: 'groups-list-groups', trips: 1 }, () => ({ query: { limit: 100 } })),
  inGroup({ endpoint: 'groups-read-group', trips: 1 }, ({ group }) => ({ params: { id: group.id } })),
  inGroup({ endpoint: 'groups-list-members', of: 'page of 100', trips: 1 }, ({ group }) => ({
    params: { id: group.id },
    query: { limit: 100 },
  })),
  inGroup({ endpoint: 'users-list-users', of: 'of a group, page of 100', trips: 2 }, ({ group }) => ({
    query: { group_id: group.id, limit: 100 },
  })),
  inGroup({ endpoint: 'groups-create-group', trips: 2, isOnce: true }, () => ({
    body: { name: `Group ${randomUUID()}` },
  })),
  inGroup(
    {
      endpoint: 'groups-create-group',
      of: '40 members',
      trips: 3,
      isOnce: true,
    },
    async () => ({
      body: { name: `Group ${randomUUID()}`, member_ids: (await givenPeople(40)).map(({ id }) => id) },
    }),
  ),
  inGroup({ endpoint: 'groups-update-group', trips: 2, isOnce: true }, async ({ as }) => ({
    params: { id: (await givenGroup(as)).id },
    body: { description: 'Who looks.' },
  })),
  inGroup({ endpoint: 'groups-delete-group', trips: 2, isOnce: true }, async ({ as }) => ({
    params: { id: (await givenGroup(as)).id },
  })),
  inGroup({ endpoint: 'groups-add-member', trips: 2, isOnce: true }, (given) => givenPerson(given, false)),
  inGroup({ endpoint: 'groups-remove-member', trips: 2, isOnce: true }, (given) => givenPerson(given, true)),
  // last, because earlier scenarios list groups
  inAllGroups('wiki-list-spaces', 2),
  inAllGroups('task-list-projects', 2),
  inAllGroups('assistants-list-assistants', 2),
  inAllGroups('files-list-files', 2, { shared: true }),
  {
    endpoint: 'access-read-access',
    trips: 2,
    given: async () => {
      const [as, reader] = await Promise.all([signedIn(), signedIn()])
      const { id } = await givenPage(as, await givenSpace(as, { members: [[reader, 'read']] }))
      return () => ({ as, query: { type: 'wiki_page', id, user_id: reader.id } })
    },
  },
  {
    endpoint: 'auth-read-me',
    of: 'by a token',
    trips: 2,
    given: async () => {
      const as = await givenToken(await signedIn(), 'read')
      await call(readMe, { as }) // the first call of an hour records the use of the token
      return () => ({ as })
    },
  },
]
