import { randomUUID } from 'node:crypto'
import { givenGroup, givenPeople } from '../groups/given.ts'
import type { CallOptions } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

const givenMembers = kept(async (count: number) => {
  const [as, people] = await Promise.all([signedIn({ role: 'admin' }), givenPeople(count)])
  return { as, people, group: await givenGroup(as, { members: people }) }
})

type Given = Awaited<ReturnType<typeof givenMembers>>

/** A call about a group of a hundred people. */
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

/** One who is in the group, or is not. */
const givenPerson = async ({ as, group }: Given, isIn: boolean) => {
  const [person] = (await givenPeople(1)) as [{ id: string }]
  if (!isIn) return { params: { id: group.id, user_id: person.id } }
  const { id } = await givenGroup(as, { members: [person] })
  return { params: { id, user_id: person.id } }
}

/** Calls about groups of people. */
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
]
