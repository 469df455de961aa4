import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { call } from '../support/call.ts'
import { givenGroup } from '../support/given-group.ts'
import {
  changedTicket,
  givenCategory,
  givenDesk,
  givenMessage,
  givenTicket,
  ticketFor,
} from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()
const network = await givenGroup()
const printers = await givenGroup()

const put = (as: SignedIn, { id }: { id: string }, body: object) =>
  call(updateTicket, { as, params: { id }, body })

const named = ({ id, name }: { id: string; name: string }) => ({ group_id: id, group: { id, name } })

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

const none = { group_id: null, group: null }

describe('Group of a ticket', () => {
  test('follows the category at creation and when the category changes', async () => {
    const [cable, toner, other] = [
      await givenCategory(network.id),
      await givenCategory(printers.id),
      await givenCategory(null),
    ]
    const ticket = await givenTicket(desk.requester, { category: cable.toUpperCase() })

    const changes = [
      await changedTicket(desk.agent, ticket, { priority: 'high' }),
      await changedTicket(desk.agent, ticket, { category: toner }),
      await changedTicket(desk.agent, ticket, { category: other }),
      await changedTicket(desk.agent, ticket, { category: cable }),
      await changedTicket(desk.agent, ticket, { category: null }),
    ]

    expect(ticket).toMatchObject(named(network))
    const queues = changes.map(({ group_id, group }) => ({ group_id, group }))
    expect(queues).toEqual([named(network), named(printers), none, named(network), none])
  })

  test('follows "group_id" if the same call changes the category', async () => {
    const toner = await givenCategory(printers.id)
    const ticket = await givenTicket(desk.requester)

    const moved = await changedTicket(desk.agent, ticket, { category: toner, group_id: network.id })
    const resent = await changedTicket(desk.agent, ticket, { ...moved, category: 'Other' })
    const cleared = await changedTicket(desk.agent, ticket, { group_id: null })
    const kept = await changedTicket(desk.agent, ticket, { category: 'Other' })

    expect(moved).toMatchObject({ ...named(network), category: toner })
    expect(resent).toMatchObject({ ...named(network), category: 'Other' })
    expect(cleared).toMatchObject(none)
    expect(kept).toEqual(cleared)
  })

  test('may be a deleted group as long as it stays unchanged', async () => {
    const gone = await givenGroup()
    const ticket = await givenTicket(desk.requester, { category: await givenCategory(gone.id) })
    await groups.remove(gone)

    const kept = await changedTicket(desk.agent, ticket, { ...ticket, priority: 'low' })
    await changedTicket(desk.agent, ticket, { group_id: null })
    const refused = await put(desk.agent, ticket, { group_id: gone.id })

    expect(kept).toMatchObject(named(gone))
    expect(refused.status).toBe(422)
  })

  test.each([
    ['an unknown group', randomUUID()],
    ['no ID', 'network'],
    ['a number', 7],
  ])('returns 422 for %s', async (_, group_id) => {
    const answer = await put(desk.agent, await givenTicket(desk.requester), { group_id })

    expect([answer.status, answer.detail]).toEqual([422, expect.stringContaining('"group_id"')])
  })

  test('can be changed by agents only, and never by a requester who is an agent', async () => {
    const { requester, agent, admin } = desk
    const statuses: number[] = []
    for (const as of [requester, agent, admin]) {
      const ticket = await givenTicket(as)
      const answers = [
        await put(as, ticket, { group_id: network.id }),
        await put(as, ticket, { group_id: null }),
      ]
      statuses.push(...answers.map(({ status }) => status))
      expect(answers[0]!.detail).toBe('Only agents may change "group_id".')
    }
    const hidden = await put(await signedIn(), await givenTicket(requester), { group_id: network.id })

    expect(statuses).toEqual([403, 200, 403, 200, 403, 200])
    expect(hidden.status).toBe(404)
  })

  test('matches the last category after ten concurrent changes', async () => {
    const places = [
      { category: await givenCategory(network.id), group: network },
      { category: await givenCategory(printers.id), group: printers },
    ]
    const ticket = await givenTicket(desk.requester)

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => put(desk.agent, ticket, { category: places[n % 2]!.category })),
    )

    const { category, group_id } = await ticketFor(desk.agent, ticket)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(group_id).toBe(places.find((place) => place.category === category)!.group.id)
  })

  test('receives the notifications of an unassigned ticket', async () => {
    const [member, outsider, requester] = await Promise.all([
      signedIn({ role: 'support_agent' }),
      signedIn({ role: 'support_agent' }),
      signedIn(),
    ])
    const group = await givenGroup(member)
    const ticket = await givenTicket(requester, { category: await givenCategory(printers.id) })
    await changedTicket(desk.agent, ticket, { group_id: group.id })
    await settle()

    await givenMessage(requester, ticket, { text: 'Hello?' })
    await settle()

    const told = await Promise.all(
      [member, outsider].map(async (as) => {
        const { items } = await made(listNotifications, { as, query: { limit: 100 } })
        const about = items.filter(
          ({ type, resource }) => type === 'ticket_reply' && resource?.id === ticket.id,
        )
        return about.length
      }),
    )
    expect(told).toEqual([1, 0])
  })
})

describe('Category of a ticket', () => {
  test('takes the spelling of the policies, at creation and in changes', async () => {
    const [cable, toner] = [await givenCategory(network.id), await givenCategory(null)]
    const created = await givenTicket(desk.requester, { category: cable.toUpperCase(), description: 'Help' })

    const same = await changedTicket(desk.agent, created, { category: cable.toUpperCase() })
    const changed = await changedTicket(desk.agent, created, { category: toner.toUpperCase() })
    const grouped = await changedTicket(desk.agent, created, {
      category: cable.toUpperCase(),
      group_id: printers.id,
    })
    const other = await changedTicket(desk.agent, created, { category: 'Other' })

    const categories = [created, same, changed, grouped, other].map(({ category }) => category)
    expect(categories).toEqual([cable, cable, toner, cable, 'Other'])
    expect(same.version).toBe(created.version)
    expect(grouped).toMatchObject(named(printers))
  })

  test('keeps its spelling, and its group, if the policies change', async () => {
    const name = `Later ${randomUUID()}`
    const ticket = await givenTicket(desk.requester, { category: name.toUpperCase() })
    await givenCategory(network.id, name)

    const { status } = await put(desk.requester, ticket, { ...ticket, subject: 'Still on fire' })
    const kept = await changedTicket(desk.agent, ticket, { category: name.toUpperCase() })
    const spelled = await changedTicket(desk.agent, ticket, { category: name })

    expect(status).toBe(200)
    expect(kept).toMatchObject({ category: name.toUpperCase(), ...none })
    expect(spelled).toMatchObject({ category: name, ...named(network) })
  })
})

describe('GET /support/tickets with group_id', () => {
  test('filters by groups and by none, also with q', async () => {
    const { requester, agent } = desk
    const word = `queue${randomUUID().slice(0, 8)}`
    const [first, second, third] = [
      await givenTicket(requester, { subject: word }),
      await givenTicket(requester, { subject: word }),
      await givenTicket(requester, { subject: word }),
    ]
    await changedTicket(agent, first, { group_id: network.id })
    await changedTicket(agent, second, { group_id: printers.id })
    await settle()
    const found = async (group_id: string, q?: string) => {
      const query = { all: true, group_id, q, sort: 'created', limit: 100 } as const
      const { items } = await made(listTickets, { as: agent, query })
      return idsOf(items).filter((id) => [first, second, third].some((one) => one.id === id))
    }

    const answers = await Promise.all(
      [undefined, word].flatMap((q) => [
        found(network.id, q),
        found(`${network.id},${printers.id}`, q),
        found(`none,${printers.id}`, q),
        found('none', q),
        found(randomUUID(), q),
      ]),
    )

    const wanted = [[first], [first, second], [second, third], [third], []].map(idsOf)
    expect(answers).toEqual([...wanted, ...wanted])
  })

  test('returns 403 for requesters, and 422 for an unknown group', async () => {
    const status = async (as: SignedIn, group_id: string) =>
      (await call(listTickets, { as, query: { group_id } })).status

    const statuses = [
      await status(desk.requester, 'none'),
      await status(desk.requester, randomUUID()),
      await status(desk.agent, 'me'),
      await status(desk.agent, 'network'),
    ]

    expect(statuses).toEqual([403, 403, 422, 422])
  })
})
