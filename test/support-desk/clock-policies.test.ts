import { describe, expect, test } from 'vitest'
import { readPolicies } from '../../src/support/endpoints/read-policies.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { policyVersions } from '../../src/support/policies/versions.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenDesk } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'

type Body = BodyOf<typeof updatePolicies>

const { agent, admin, requester } = await givenDesk()

const change = (body: Body, as = admin) => call(updatePolicies, { as, body })

const targets = { first_response_minutes: 60, resolution_minutes: 480 }

const fields: Body = {
  priorities: {
    low: null,
    normal: { ...targets, first_response_minutes: null },
    high: null,
    urgent: targets,
  },
  business_hours: [
    { day: 'friday', start: '22:00', end: '24:00' },
    { day: 'saturday', start: '00:00', end: '06:00' },
    { day: 'saturday', start: '06:00', end: '07:00' },
  ],
  holidays: ['2026-12-25', '2026-12-26'],
  timezone: 'America/New_York',
}

describe('Clocks in PUT /support/policies', () => {
  test('stores the fields, keeps the others, and keeps each version', async () => {
    const before = await made(readPolicies, { as: agent })

    const set = (await change(fields)).body
    const zoned = (await change({ timezone: 'Asia/Kathmandu' })).body
    const same = (await change({ ...zoned })).body

    expect(set).toEqual({ ...before, ...fields, version: before.version + 1, updated_at: set.updated_at })
    expect(zoned).toMatchObject({ ...fields, timezone: 'Asia/Kathmandu', version: before.version + 2 })
    expect(same).toEqual(zoned)
    expect(await made(readPolicies, { as: agent })).toEqual(zoned)
    const versions = [set.version, zoned.version].map((of_version) => ({ of_version }))
    expect(await policyVersions.findMany(versions)).toEqual(
      [set, zoned].map(({ version: of_version, timezone }) => ({ ...fields, timezone, of_version })),
    )
  })

  test('accepts priorities that leave out some, which have no targets', async () => {
    const { body } = await change({ priorities: { urgent: { resolution_minutes: 30 } } } as Body)

    expect(body.priorities).toEqual({
      low: null,
      normal: null,
      high: null,
      urgent: { first_response_minutes: null, resolution_minutes: 30 },
    })
  })

  test('keeps one version for each of ten changes at once', async () => {
    const { version } = await made(readPolicies, { as: agent })

    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change({ holidays: [`2027-01-1${n}`] })),
    )

    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    const set = all.map(({ body }) => body).toSorted((a, b) => a.version - b.version)
    expect(set.map((one) => one.version)).toEqual(set.map((_, n) => version + 1 + n))
    const kept = await policyVersions.findMany(set.map((one) => ({ of_version: one.version })))
    expect(kept.map((one) => one?.holidays)).toEqual(set.map(({ holidays }) => holidays))
  })

  test('returns 403 for agents and requesters', async () => {
    const statuses = await Promise.all([agent, requester].map((as) => change({ holidays: [] }, as)))

    expect(statuses.map(({ status }) => status)).toEqual([403, 403])
  })

  const hours = (...rows: [start: string, end: string, day?: string][]) => ({
    business_hours: rows.map(([start, end, day = 'monday']) => ({ day, start, end })),
  })

  test.each([
    ['overlapping hours', hours(['09:00', '12:00'], ['08:00', '09:01']), 'business_hours'],
    ['hours twice', hours(['09:00', '12:00'], ['09:00', '12:00']), 'business_hours'],
    ['hours without a length', hours(['09:00', '09:00']), 'business_hours[0]'],
    ['hours that end before they start', hours(['22:00', '06:00']), 'business_hours[0]'],
    ['a start of 24:00', hours(['24:00', '24:00']), 'business_hours[0].start'],
    ['an end of 24:01', hours(['09:00', '24:01']), 'business_hours[0].end'],
    ['an unknown day', hours(['09:00', '12:00', 'holiday']), 'business_hours[0].day'],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset for a zone', { timezone: '+02:00' }, 'timezone'],
    ['a holiday twice', { holidays: ['2026-12-25', '2026-12-25'] }, 'holidays'],
    ['a date that does not exist', { holidays: ['2026-02-29'] }, 'holidays[0]'],
    ['an unknown priority', { priorities: { immediate: targets } }, 'immediate'],
    [
      'no minutes',
      { priorities: { low: { ...targets, resolution_minutes: 0 } } },
      'priorities.low.resolution_minutes',
    ],
    [
      'more than a year',
      { priorities: { low: { ...targets, resolution_minutes: 525_601 } } },
      'priorities.low.resolution_minutes',
    ],
    ['null for hours', { business_hours: null }, 'business_hours'],
  ])('rejects %s', async (_, body, field) => {
    const { status, detail } = await change(body as Body)

    expect([status, detail]).toEqual([422, expect.stringContaining(field)])
  })
})
