import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import type { CallOptions } from '../support/call.ts'
import { givenDesk } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import type { BenchWorld } from './bench-world.ts'
import { recordedUses, sum } from './recorded-uses.ts'
import type { Scenario } from './scenarios.ts'
import { text } from './support-scenarios.ts'

type Desk = Awaited<ReturnType<typeof givenDesk>>
type By = 'requester' | 'agent'

/** Returns the calls of a ticket's life at a new desk; the ticket is the only one of its requester. */
const ticketLife = (): Scenario[] => {
  let desk: Promise<Desk> | undefined
  const step = (
    endpoint: string,
    by: By,
    options: (ticket_id: string, desk: Desk) => CallOptions,
  ): Scenario => ({
    endpoint,
    trips: 2,
    given: async () => {
      const people = await (desk ??= givenDesk())
      const [ticket] = (await made(listTickets, { as: people.requester })).items
      return () => ({ as: people[by], ...options(ticket?.id ?? '', people) })
    },
  })
  const message = (by: By) =>
    step('support-create-message', by, (ticket_id) => ({ body: { ticket_id, text } }))
  const update = (by: By, body: (desk: Desk) => object) =>
    step('support-update-ticket', by, (id, people) => ({ params: { id }, body: body(people) }))
  return [
    step('support-create-ticket', 'requester', () => ({
      body: { subject: 'The printer is on fire', description: text },
    })),
    message('requester'),
    message('agent'),
    message('requester'),
    update('agent', ({ agent }) => ({ assignee_id: agent.id })),
    update('agent', () => ({ status: 'resolved' })),
    update('requester', () => ({ rating: 5 })),
    update('agent', () => ({ status: 'closed' })),
  ]
}

/** Returns the units of all calls of a ticket's life, and of their consequences. */
export const ticketLifeUnits = async (world: BenchWorld, settle: () => Promise<void>) => {
  const uses: Awaited<ReturnType<typeof recordedUses>>[] = []
  for (const call of ticketLife()) uses.push(await recordedUses(call, world, settle))
  const total = (part: 'own' | 'following') => {
    const all = uses.flatMap((recorded) => recorded[part])
    return { read: Math.round(sum(all, 'read')), write: Math.round(sum(all, 'write')) }
  }
  return { units: total('own'), later: total('following') }
}
