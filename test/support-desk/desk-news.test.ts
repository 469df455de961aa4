import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { changedTicket, givenDesk, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const { agent, admin } = await givenDesk()

/** Returns the bodies of both agents' notifications of a ticket, oldest first. */
const toldOf = async ({ id }: { id: string }) => {
  await settle()
  const lists = await Promise.all(
    [agent, admin].map((as) => made(listNotifications, { as, query: { limit: 100 } })),
  )
  return lists.map(({ items }) =>
    items
      .filter(({ resource }) => resource!.id === id)
      .map(({ body }: { body: string | null }) => body)
      .toReversed(),
  )
}

type Act = [string, (ticket: { id: string }) => Promise<unknown>]

const acts: Act[] = [
  ['has answered', (ticket) => givenMessage(agent, ticket)],
  ['has written an internal message', (ticket) => givenMessage(agent, ticket, { is_internal: true })],
  ['has resolved it', (ticket) => changedTicket(agent, ticket, { status: 'resolved' })],
  [
    'has taken it and given it back',
    async (ticket) => {
      await changedTicket(agent, ticket, { assignee_id: agent.id })
      await changedTicket(agent, ticket, { assignee_id: null })
    },
  ],
]

describe('Unread notification of an unassigned ticket', () => {
  test.each(acts)('notifies agents of the next message after one of them %s', async (_, act) => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester, { description: 'It is dark.' })
    await settle()

    await act(ticket)
    await givenMessage(requester, ticket, { text: 'Still dark.' })
    await settle({ deliveries: 2 })
    await givenMessage(requester, ticket, { text: 'Hello?' })

    const told = ['It is dark.', 'Still dark.']
    expect(await toldOf(ticket)).toEqual([told, told])
  })

  test('does not notify agents again because of changes by a requester who is an agent', async () => {
    const requester = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(requester, { description: 'It is dark.' })
    await settle()

    await changedTicket(requester, ticket, { status: 'resolved' })
    await givenMessage(requester, ticket, { text: 'Dark again.' })

    expect(await toldOf(ticket)).toEqual([['It is dark.'], ['It is dark.']])
  })
})
