import { expect, vi } from 'vitest'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { updatePreferences } from '../../src/notifications/endpoints/update-preferences.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { updateTickets } from '../../src/support/endpoints/update-tickets.ts'
import { call, type Answer, type BodyOf, type CallOptions, type QueryOf } from '../support/call.ts'
import { givenContact } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { enterWorld, lambdaContext, settle } from '../support/world.ts'

/** Returns a word that stands in every text by or for one requester or contact, or in internal messages. */
export const markOf = (name: string) => `zq${name}q`

/** Returns the names of the marks in a text; tokens and cursors contain no mark by chance. */
export const marksIn = (text: string) => [
  ...new Set(Array.from(text.matchAll(/zq(r\d\d|c\d|internal)q/g), ([, name]) => name as string)),
]

const agentNames = ['nora', 'nick', 'pia', 'paul', 'axel', 'lena'] as const
export const requesterNames = Array.from({ length: 40 }, (_, n) => `r${String(n).padStart(2, '0')}`)
const contactNames = ['c0', 'c1', 'c2', 'c3', 'c4']

export type DeskTicket = { id: string; requester: string }

export const categoryAddress = 'network@mail.example.com'

const hours = { start: '08:00', end: '18:00' }
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const givenPeople = async () => {
  const people: Record<string, SignedIn> = {}
  for (const name of agentNames)
    people[name] = await signedIn({ name, role: name === 'lena' ? 'admin' : 'support_agent' })
  for (const name of requesterNames) people[name] = await signedIn({ name: markOf(name) })
  return people
}

/** Creates the groups, the categories of their names, and the policies. */
const givenRules = async (lena: SignedIn, people: Record<string, SignedIn>) => {
  const teams = { Network: ['nora', 'nick'], Printers: ['pia', 'paul'], Accounts: ['axel'] }
  const categories = []
  for (const [name, members] of Object.entries(teams)) {
    const member_ids = members.map((member) => people[member]!.id)
    const { id: group_id } = await made(createGroup, { as: lena, body: { name, member_ids } })
    categories.push({ name, group_id, address: name === 'Network' ? categoryAddress : null })
  }
  const minutes = (first: number | null, resolution: number) => ({
    first_response_minutes: first,
    resolution_minutes: resolution,
  })
  const priorities = {
    low: null,
    normal: minutes(null, 480),
    high: minutes(60, 240),
    urgent: minutes(30, 120),
  }
  const business_hours = days.map((day) => ({ day, ...hours }))
  await made(updatePolicies, { as: lena, body: { priorities, business_hours, categories } })
  return Object.fromEntries(categories.map(({ name, group_id }) => [name, group_id]))
}

/** Opens a desk in a new world on a Monday, a number of weeks from now; time stands still between its calls. */
export const openDesk = async (week: number, deliveries: number) => {
  await enterWorld()
  const today = Math.floor(Date.now() / 86_400_000)
  // day 4 since 1970 was a Monday
  const monday = (today - ((today - 4) % 7) + 7 * week) * 86_400_000
  const at = (time: string) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`1970-01-01T${time}Z`) + monday })
  at('07:00:00')
  const people = await givenPeople()
  const lena = people['lena'] as SignedIn
  const groups = await givenRules(lena, people)
  const contacts: Record<string, Awaited<ReturnType<typeof givenContact>>> = {}
  for (const name of contactNames) contacts[name] = await givenContact(lena, { name: markOf(name) })
  await made(updatePreferences, {
    as: people['nora'],
    body: {
      quiet_hours: { start: '18:00', end: '08:00' },
      types: { ticket_created: { in_app: true, mail: 'daily' } },
    },
  })

  const tickets: Record<string, DeskTicket> = {}
  const seen: Record<string, string[]> = {}

  /** Calls an endpoint as a person, a moment later, and keeps what a requester receives. */
  const ask = async <Body, Query, Success>(
    who: string,
    handler: EndpointHandler<Body, Query, Success>,
    options: CallOptions<Body, Query>,
  ): Promise<Answer<Success>> => {
    vi.setSystemTime(Date.now() + 50)
    const answer = await call(handler, { as: people[who], ...options })
    if (who.startsWith('r')) (seen[who] ??= []).push(answer.text)
    return answer
  }
  const does: typeof ask = async (who, handler, options) => {
    const answer = await ask(who, handler, options)
    expect(answer.status, `${who}: ${answer.text}`).toBeLessThan(300)
    return answer
  }
  const ticketOf = (key: string) => tickets[key] as DeskTicket
  const params = (key: string) => ({ id: ticketOf(key).id })
  const markFor = (key: string) => markOf(ticketOf(key).requester)

  return {
    at,
    people,
    contacts,
    groups,
    tickets,
    seen,
    ask,
    does,
    params,
    settle: (index = false) => settle({ deliveries, index, texts: false }),
    /** Moves on to a time, at which the scheduler runs. */
    runScheduler: async (time: string) => {
      at(time)
      await sendScheduledMessages({}, lambdaContext('scheduler'))
      await settle({ deliveries, index: false, texts: false })
    },
    /** Opens the ticket `key` of `requester`. */
    open: async (
      who: string,
      key: string,
      fields: Partial<BodyOf<typeof createTicket>> = {},
      requester = who,
    ) => {
      const mark = markOf(requester)
      const body = { subject: `Printer smokes ${mark}`, description: `Described by ${mark}`, ...fields }
      const { id } = (await does(who, createTicket, { body })).body
      tickets[key] = { id, requester }
    },
    say: (who: string, key: string, text = 'Answer') =>
      does(who, createMessage, { body: { ticket_id: ticketOf(key).id, text: `${text} ${markFor(key)}` } }),
    note: (who: string, key: string) =>
      does(who, createMessage, {
        body: { ticket_id: ticketOf(key).id, text: `Note ${markOf('internal')}`, is_internal: true },
      }),
    change: (who: string, key: string, body: BodyOf<typeof updateTicket>) =>
      does(who, updateTicket, { params: params(key), body }),
    take: (who: string, key: string, by = who) =>
      does(by, updateTicket, { params: params(key), body: { assignee_id: people[who]!.id } }),
    merge: (who: string, key: string, into: string) =>
      does(who, mergeTicket, { params: params(key), body: { into: ticketOf(into).id } }),
    bulk: async (who: string, ids: string[], changes: BodyOf<typeof updateTickets>['changes']) => {
      const headers = { 'Idempotency-Key': `${who}-${ids.length}` }
      return (await does(who, updateTickets, { body: { ids, changes }, headers })).body.items
    },
    /** Returns the keys of the tickets in a queue of everybody's. */
    queue: async (who: string, query: QueryOf<typeof listTickets>) => {
      const { items, counts } = (await does(who, listTickets, { query: { all: true, limit: 100, ...query } }))
        .body
      const keys = new Map(Object.entries(tickets).map(([key, { id }]) => [id, key]))
      return { keys: items.map(({ id }) => keys.get(id)), counts }
    },
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
