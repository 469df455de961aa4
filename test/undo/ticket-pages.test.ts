import { expect, test } from 'vitest'
import { createTicketPage } from '../../src/support/article/endpoints/create-ticket-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call } from '../support/call.ts'
import { givenTicketIn, ticketFor } from '../support/given-ticket.ts'
import { givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { changeOf, undo } from './given.ts'

test('undoing the creation of a page from a ticket removes the page and its link', async () => {
  const [requester, agent] = await Promise.all([signedIn(), signedIn({ role: 'support_agent' })])
  const ticket = await givenTicketIn(requester, agent, 'resolved')
  const body = { space_id: (await givenSpace(agent)).id }
  const page = await made(createTicketPage, { as: agent, params: ticket, body })
  const change = await changeOf(agent, 'wiki_page.created')

  const undone = await undo(agent, change)

  expect(undone.status, undone.text).toBe(200)
  expect((await call(readPage, { as: agent, params: page })).status).toBe(404)
  expect((await ticketFor(agent, ticket)).links).toEqual([])
})
