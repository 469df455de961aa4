import { describe, expect, test } from 'vitest'
import { viewTicket } from '../../src/support/endpoints/view-ticket.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { givenGroup } from '../support/given-group.ts'
import { changedTicket, givenTicketIn, ticketFor } from '../support/given-ticket.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { itemsWith, rareName } from './given.ts'

describe('Erasure of people of the support desk', () => {
  test('leaves the name of a viewer in no row, and keeps the rating and the group of a ticket', async () => {
    const [admin, viewer, requester] = await Promise.all([
      signedIn({ role: 'admin' }),
      signedIn({ role: 'support_agent', name: rareName }),
      signedIn(),
    ])
    const group = await givenGroup()
    const ticket = await givenTicketIn(requester, admin, 'resolved')
    await changedTicket(requester, ticket, { rating: 4 })
    await changedTicket(admin, ticket, { group_id: group.id })
    await call(viewTicket, { as: viewer, params: { id: ticket.id } })
    await settle()
    const before = await itemsWith(rareName.split(' '))

    for (const person of [viewer, requester])
      await finishErasure((await startErasure(admin, person, admin)).body)

    expect(before.length).toBeGreaterThan(0)
    expect(await itemsWith(rareName.split(' '))).toEqual([])
    expect(await ticketFor(admin, ticket)).toMatchObject({ rating: 4, group_id: group.id })
  })
})
