import { beforeAll, describe, expect, test } from 'vitest'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { closeMerged } from '../../src/support/merge/merge.ts'
import { countTicket, reportCounts } from '../../src/support/report/counts.ts'
import { readReport } from '../../src/support/report/endpoints/read-report.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { call, raw } from '../support/call.ts'
import { runSchedulerAt } from '../support/clock.ts'
import { givenGroup } from '../support/given-group.ts'
import { changedTicket, givenDesk, givenTicket } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'
import { dayAndNight, givenPolicies, minutesAfter } from './given-policies.ts'
import { answerAt, changeAt, openAt, reportRows } from './given-reports.ts'

const { requester, agent, admin } = await givenDesk()
const other = await signedIn({ name: 'Olga Other', role: 'support_agent' })

const week = { since: '2027-03-01', until: '2027-03-05' }

/** Creates tickets of a week, handled by two agents. */
const playWeek = async (group_id: string) => {
  const hardware = await openAt('2027-03-01T10:00:00Z', requester, { category: 'hardware' })
  await changeAt('2027-03-01T10:10:00Z', agent, hardware, { assignee_id: agent.id, group_id })
  await answerAt('2027-03-01T10:30:00Z', agent, hardware)
  await answerAt('2027-03-01T11:00:00Z', agent, hardware)
  await changeAt('2027-03-02T09:00:00Z', other, hardware, { status: 'resolved' })
  await changeAt('2027-03-02T12:00:00Z', requester, hardware, { rating: 5 })

  const network = await openAt('2027-03-01T12:00:00Z', requester, { category: '=network' })
  await changeAt('2027-03-01T12:00:00Z', agent, network, { assignee_id: other.id })
  await answerAt('2027-03-02T12:00:00Z', other, network)
  await changeAt('2027-03-03T08:00:00Z', other, network, { status: 'closed' })
  await changeAt('2027-03-03T09:00:00Z', requester, network, { rating: 2 })
  await changeAt('2027-03-04T09:00:00Z', requester, network, { rating: 4 })

  const reopened = await openAt('2027-03-02T15:00:00Z', requester)
  await changeAt('2027-03-02T16:00:00Z', agent, reopened, { status: 'resolved' })
  await changeAt('2027-03-03T16:00:00Z', requester, reopened, { status: 'open' })
  await changeAt('2027-03-04T16:00:00Z', agent, reopened, { status: 'resolved' })
}

const dayRows = [
  ['2027-03-01', 2, 0, 30, 0, null],
  ['2027-03-02', 1, 1, 1_440, 0, 5],
  ['2027-03-03', 0, 1, null, 0, null],
  ['2027-03-04', 0, 1, null, 0, 4],
  ['2027-03-05', 0, 0, null, 0, null],
]

describe('GET /support/reports', () => {
  let group: { id: string; name: string }

  beforeAll(async () => {
    group = await givenGroup()
    await playWeek(group.id)
  })

  test('counts each day, a reopened ticket on the last day and the last rating of a ticket', async () => {
    expect(await reportRows(agent, week)).toEqual(dayRows)
    expect(await reportRows(agent, { since: '2027-03-02', until: '2027-03-02' })).toEqual([dayRows[1]])
  })

  test('counts under the assignee, not under the agent who resolved the ticket', async () => {
    expect(await reportRows(admin, { ...week, by: 'agent' })).toEqual([
      ['Amir Agent', 1, 1, 30, 0, 5],
      ['Olga Other', 1, 1, 1_440, 0, 4],
      [null, 1, 1, null, 0, null],
    ])
  })

  test('counts under the category and the group', async () => {
    expect(await reportRows(agent, { ...week, by: 'category' })).toEqual([
      ['=network', 1, 1, 1_440, 0, 4],
      ['hardware', 1, 1, 30, 0, 5],
      [null, 1, 1, null, 0, null],
    ])
    expect(await reportRows(agent, { ...week, by: 'group' })).toEqual([
      [group.name, 1, 1, 30, 0, 5],
      [null, 2, 2, 1_440, 0, 4],
    ])
  })

  test('exports the same rows as CSV, without formulas', async () => {
    const csv = async (by: 'day' | 'agent' | 'category' | 'group') => {
      const { headers, text } = await call(readReport, {
        as: agent,
        query: { ...week, by },
        headers: { Accept: 'text/csv' },
      })
      expect(headers['content-type']).toBe('text/csv; charset=utf-8')
      return text.split('\r\n')
    }
    const figures = 'opened,solved,first_response_minutes,breached,rating'

    expect(await csv('day')).toEqual([
      `day,${figures}`,
      ...dayRows.map((row) => row.map((cell) => cell ?? '').join(',')),
      '',
    ])
    expect(await csv('category')).toEqual([
      `category,${figures}`,
      "'=network,1,1,1440,0,4",
      'hardware,1,1,30,0,5',
      ',1,1,,0,',
      '',
    ])
    expect((await csv('agent')).slice(0, 2)).toEqual([
      `agent_id,agent_name,${figures}`,
      `${agent.id},Amir Agent,1,1,30,0,5`,
    ])
    expect((await csv('group')).at(0)).toBe(`group_id,group_name,${figures}`)
  })

  test('moves the counts of a ticket to its new assignee, category and group', async () => {
    const period = { since: '2027-04-01', until: '2027-04-30' }
    const ticket = await openAt('2027-04-01T10:00:00Z', requester, { category: 'old' })
    await changeAt('2027-04-02T10:00:00Z', agent, ticket, { assignee_id: agent.id, status: 'resolved' })
    const changes = {
      agent: { assignee_id: other.id },
      category: { category: 'new', group_id: null },
      group: { group_id: group.id },
    }

    const rows: unknown[] = []
    for (const by of ['agent', 'category', 'group'] as const) {
      await changeAt('2027-04-09T10:00:00Z', agent, ticket, changes[by])
      rows.push(...(await reportRows(agent, { ...period, by })))
    }

    const names = ['Olga Other', 'new', group.name]
    expect(rows).toEqual(names.map((name) => [name, 1, 1, null, 0, null]))
  })

  test('subtracts merged tickets from the solved and the answered ones', async () => {
    const [from, into] = [
      await openAt('2027-05-03T10:00:00Z', requester),
      await openAt('2027-05-03T11:00:00Z', requester),
    ]
    await answerAt('2027-05-03T12:00:00Z', agent, from)
    await changeAt('2027-05-03T13:00:00Z', agent, from, { status: 'resolved' })
    const may = { since: '2027-05-03', until: '2027-05-03' }
    const before = await reportRows(agent, may)

    await closeMerged(agent, from.id, into.id)
    await settle()

    expect(before).toEqual([['2027-05-03', 2, 1, 120, 0, null]])
    expect(await reportRows(agent, may)).toEqual([['2027-05-03', 2, 0, null, 0, null]])
  })

  test('counts ten simultaneous changes once each, delivered twice', async () => {
    const category = 'simultaneous'
    const tickets = await Promise.all(Array.from({ length: 10 }, () => givenTicket(requester, { category })))
    await Promise.all(tickets.map((ticket) => changedTicket(agent, ticket, { status: 'resolved' })))
    await Promise.all(tickets.map((ticket) => changedTicket(requester, ticket, { rating: 4 })))
    const counts = [...tickets, ...tickets, ...tickets.slice(0, 2)].map(({ id }) =>
      countTicket(id, new Date().toISOString()),
    )

    await Promise.all([...counts, settle({ deliveries: 2 })])

    const rows = await reportRows(agent, { by: 'category' })
    expect(rows.find(([name]) => name === category)).toEqual([category, 10, 10, null, 0, 4])
  })

  test('counts the tickets from the first to the last day of a period across months', async () => {
    const days = ['2027-07-30', '2027-07-31', '2027-08-01', '2027-08-02']
    for (const day of days) await openAt(`${day}T12:00:00Z`, requester, { category: day })

    const rows = await reportRows(agent, { since: '2027-07-31', until: '2027-08-01', by: 'category' })

    expect(rows).toEqual(days.slice(1, 3).map((day) => [day, 1, 0, null, 0, null]))
  })

  test('shows no name of erased people and of deleted groups', async () => {
    const [leaver, team] = [await signedIn({ name: 'Lea Leaver', role: 'support_agent' }), await givenGroup()]
    const ticket = await openAt('2027-06-01T10:00:00Z', requester)
    const changes = { assignee_id: leaver.id, group_id: team.id, status: 'closed' as const }
    await changeAt('2027-06-01T11:00:00Z', agent, ticket, changes)
    await made(deleteGroup, { as: admin, params: { id: team.id } })
    const { body: job } = await startErasure(admin, leaver)
    await finishErasure(job as { id: string })

    const by = (by: 'agent' | 'group') => reportRows(agent, { since: '2027-06-01', until: '2027-06-01', by })
    expect(await by('agent')).toEqual([['Former colleague', 1, 1, null, 0, null]])
    expect(await by('group')).toEqual([['Deleted group', 1, 1, null, 0, null]])
  })

  test('says that more than 10,000 rows are truncated, also as CSV', async () => {
    const day = '2026-01-01'
    const counts = Array.from({ length: 10_001 }, (_, n) =>
      reportCounts.make({ by: 'category', day, value: `category ${n}`, opened: 1 }),
    )
    await writeBatch(counts.map(reportCounts.itemOf), [])
    const query = { since: day, until: day, by: 'category' } as const

    const { items, truncated } = await made(readReport, { as: agent, query })
    const csv = await call(readReport, { as: agent, query, headers: { Accept: 'text/csv' } })
    const small = await call(readReport, { as: agent, query: week, headers: { Accept: 'text/csv' } })

    expect([items.length, truncated]).toEqual([10_000, true])
    expect(csv.text.split('\r\n')).toHaveLength(10_002)
    expect([csv.headers['x-truncated'], small.headers['x-truncated']]).toEqual(['true', undefined])
    expect((await made(readReport, { as: agent, query: week })).truncated).toBe(false)
  })

  test('refuses requesters, wrong periods and unknown fields', async () => {
    const report = (as: SignedIn, query: object) => call(readReport, { as, query: raw(query) })

    const statuses = await statusByCase({
      'a requester': report(requester, week),
      'an end before the start': report(agent, { since: '2027-03-02', until: '2027-03-01' }),
      'a start in the future': report(agent, { since: '2100-01-01' }),
      '367 days': report(agent, { since: '2027-01-01', until: '2028-01-02' }),
      '366 days': report(agent, { since: '2027-01-01', until: '2028-01-01' }),
      'a time': report(agent, { since: '2027-03-01T10:00:00Z' }),
      'the year 0': report(agent, { until: '0000-01-01' }),
      'an unknown grouping': report(agent, { by: 'priority' }),
      'a cursor': report(agent, { cursor: 'x' }),
    })

    expect(statuses).toEqual({
      'a requester': 403,
      'an end before the start': 422,
      'a start in the future': 422,
      '367 days': 422,
      '366 days': 200,
      'a time': 422,
      'the year 0': 422,
      'an unknown grouping': 422,
      'a cursor': 422,
    })
  })
})

describe('A report of a desk with business hours', () => {
  beforeAll(() =>
    givenPolicies({
      ...dayAndNight,
      business_hours: (['monday', 'friday'] as const).map((day) => ({ day, start: '09:00', end: '17:00' })),
      timezone: 'America/New_York',
    }),
  )

  test('counts business minutes and breaches, on the days of the time zone', async () => {
    // Friday, 16:30 in New York, until Monday, 10:00
    const late = await openAt('2027-01-15T21:30:00Z', requester, { priority: 'urgent' })
    await answerAt('2027-01-18T15:00:00Z', agent, late)
    // Friday, 22:00 in New York, until Monday, 09:20
    const night = await openAt('2027-01-16T03:00:00Z', requester, { priority: 'urgent' })
    await answerAt('2027-01-18T14:20:00Z', agent, night)
    await changeAt('2027-01-18T15:30:00Z', agent, night, { status: 'closed' })

    const period = { since: '2027-01-15', until: '2027-01-18' }

    expect(await reportRows(agent, period)).toEqual([
      ['2027-01-15', 2, 0, null, 0, null],
      ['2027-01-16', 0, 0, null, 0, null],
      ['2027-01-17', 0, 0, null, 0, null],
      ['2027-01-18', 0, 1, 55, 1, null],
    ])
  })
})

describe('A report of a desk without business hours', () => {
  beforeAll(() => givenPolicies())

  test('counts once a breach that the reminders of both clocks store', async () => {
    const [category, tomorrow] = ['late', minutesAfter(new Date().toISOString(), 1_440).slice(0, 10)]
    const ticket = await givenTicket(requester, { category, priority: 'urgent' })
    await settle()
    for (const minutes of [60, 240]) await runSchedulerAt(minutesAfter(ticket.created_at, minutes))

    const rows = await reportRows(agent, { until: tomorrow, by: 'category' })

    expect(rows.find(([name]) => name === category)).toEqual([category, 1, 0, null, 1, null])
  })
})
