import { describe, expect, test } from 'vitest'
import {
  addBusinessTime,
  businessTimeBetween,
  isBusinessTime,
  weekdays,
  type BusinessCalendar,
} from '../../src/support/clock/business-time.ts'

type Row = BusinessCalendar['business_hours'][number]

const minute = 60_000

const row = (day: Row['day'], start: string, end: string): Row => ({ day, start, end })

/** Monday to Friday, nine to five. */
const office = weekdays.slice(0, 5).map((day) => row(day, '09:00', '17:00'))

const calendar = (business_hours: Row[], timezone = 'UTC', holidays: string[] = []): BusinessCalendar => ({
  business_hours,
  holidays,
  timezone,
})

const add = (of: BusinessCalendar, from: string, minutes: number): string | null => {
  const time = addBusinessTime(of, Date.parse(from), minutes * minute)
  return time === null ? null : new Date(time).toISOString().replace(':00.000Z', 'Z')
}

const between = (of: BusinessCalendar, from: string, until: string): number =>
  businessTimeBetween(of, Date.parse(from), Date.parse(until)) / minute

const nights = [row('friday', '22:00', '24:00'), row('saturday', '00:00', '06:00')]
const newYork = 'America/New_York'
const lordHowe = 'Australia/Lord_Howe'

describe('Adding business time', () => {
  test.each([
    ['resumes after a weekend', calendar(office), '2026-03-06T16:00Z', 120, '2026-03-09T10:00Z'],
    ['ends with the working day', calendar(office), '2026-03-06T16:00Z', 60, '2026-03-06T17:00Z'],
    ['begins with the next working day', calendar(office), '2026-03-07T12:00Z', 30, '2026-03-09T09:30Z'],
    [
      'skips holidays',
      calendar(office, 'UTC', ['2026-03-09', '2026-03-10']),
      '2026-03-06T16:00Z',
      120,
      '2026-03-11T10:00Z',
    ],
    ['runs around the clock without hours', calendar([]), '2026-03-06T16:00Z', 2_880, '2026-03-08T16:00Z'],
    [
      'pauses on holidays without hours',
      calendar([], 'UTC', ['2026-03-07']),
      '2026-03-06T16:00Z',
      600,
      '2026-03-08T02:00Z',
    ],
    ['goes over midnight by two rows', calendar(nights), '2026-03-06T23:00Z', 180, '2026-03-07T02:00Z'],
    ['skips empty days', calendar(nights), '2026-03-06T22:00Z', 481, '2026-03-13T22:01Z'],
    ['returns the start for no time', calendar(office), '2026-03-07T12:00Z', 0, '2026-03-07T12:00Z'],
    // 2026-03-08: 02:00 EST (07:00 UTC) becomes 03:00 EDT
    [
      'skips the hour that New York skips in March',
      calendar([row('sunday', '01:30', '03:30')], newYork),
      '2026-03-08T06:00Z',
      45,
      '2026-03-08T07:15Z',
    ],
    [
      'begins behind the gap',
      calendar([row('sunday', '02:30', '04:00')], newYork),
      '2026-03-08T00:00Z',
      10,
      '2026-03-08T07:10Z',
    ],
    [
      'follows the offset of New York over a weekend in March',
      calendar(office, newYork),
      '2026-03-06T21:00Z',
      120,
      '2026-03-09T14:00Z',
    ],
    // 2026-11-01: 02:00 EDT (06:00 UTC) becomes 01:00 EST
    [
      'counts the hour that New York repeats in November twice',
      calendar([row('sunday', '00:30', '01:30')], newYork),
      '2026-11-01T04:00Z',
      75,
      '2026-11-01T06:15Z',
    ],
    [
      'follows the offset of New York over a weekend in November',
      calendar(office, newYork),
      '2026-10-30T20:00Z',
      120,
      '2026-11-02T15:00Z',
    ],
    // 2026-10-04: 02:00 (15:30 UTC) becomes 02:30
    [
      'skips half an hour on Lord Howe',
      calendar([row('sunday', '00:00', '03:00')], lordHowe),
      '2026-10-03T12:00Z',
      135,
      '2026-10-03T15:45Z',
    ],
    ['knows Kathmandu', calendar(office, 'Asia/Kathmandu'), '2026-03-08T00:00Z', 60, '2026-03-09T04:15Z'],
    // Samoa had no 2011-12-30, a Friday
    [
      'skips a date that a zone skips',
      calendar([row('friday', '09:00', '17:00')], 'Pacific/Apia'),
      '2011-12-29T00:00Z',
      60,
      '2012-01-05T20:00Z',
    ],
  ])('%s', (_, of, from, minutes, expected) => {
    expect(add(of, from, minutes)).toBe(expected)
  })

  test('reaches years ahead, and returns null beyond ten years', () => {
    const weekly = calendar([row('monday', '00:00', '00:01')])
    const began = performance.now()

    // the first Monday is 2026-01-05
    expect(add(weekly, '2026-01-01T00:00Z', 105)).toBe('2028-01-03T00:01Z')
    expect(add(weekly, '2026-01-01T00:00Z', 600)).toBeNull()
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe('Business time between two instants', () => {
  test.each([
    ['counts two working days', calendar(office), '2026-03-05T12:00Z', '2026-03-06T12:00Z', 480],
    ['counts nothing on a weekend', calendar(office), '2026-03-06T17:00Z', '2026-03-09T09:00Z', 0],
    ['counts nothing backwards', calendar(office), '2026-03-06T12:00Z', '2026-03-05T12:00Z', 0],
    ['counts a night of two rows', calendar(nights), '2026-03-06T00:00Z', '2026-03-08T00:00Z', 480],
    ['counts 23 hours in March', calendar([], newYork), '2026-03-08T05:00Z', '2026-03-09T04:00Z', 1_380],
    [
      'counts the day of 25 hours in November',
      calendar([row('sunday', '00:00', '24:00')], newYork),
      '2026-10-31T00:00Z',
      '2026-11-03T00:00Z',
      1_500,
    ],
    // 2026-04-05: 02:00 (15:00 UTC) becomes 01:30
    [
      'counts half an hour twice on Lord Howe',
      calendar([row('sunday', '00:00', '03:00')], lordHowe),
      '2026-04-04T12:00Z',
      '2026-04-05T12:00Z',
      210,
    ],
    [
      'counts rows on both sides of a repeated hour',
      calendar([row('sunday', '00:00', '01:15'), row('sunday', '01:30', '03:00')], newYork),
      '2026-10-31T00:00Z',
      '2026-11-03T00:00Z',
      75 + 15 + 30 + 90,
    ],
    // 2026-11-01: 01:00 (05:00 UTC) becomes 00:00 in Havana
    [
      'counts a repeated midnight',
      calendar([row('sunday', '00:00', '00:30')], 'America/Havana'),
      '2026-10-31T00:00Z',
      '2026-11-03T00:00Z',
      60,
    ],
  ])('%s', (_, of, from, until, expected) => {
    expect(between(of, from, until)).toBe(expected)
  })

  test.each(['UTC', newYork, lordHowe, 'Asia/Kathmandu', 'America/Havana', 'Africa/Cairo'])(
    'inverts the addition in %s',
    (timezone) => {
      const of = calendar([...office, ...nights, row('sunday', '00:15', '03:45')], timezone, ['2026-05-01'])
      for (let day = 0; day < 365; day += 1) {
        const from = Date.UTC(2026, 0, 1 + day, day % 24, day % 60)
        const minutes = (day * 37) % 4_000
        const until = addBusinessTime(of, from, minutes * minute) as number
        expect([day, businessTimeBetween(of, from, until) / minute]).toEqual([day, minutes])
      }
    },
  )
})

test('Business time includes the start of the hours and excludes their end', () => {
  const times = [
    '2026-03-06T08:59:59.999Z',
    '2026-03-06T09:00Z',
    '2026-03-06T16:59:59.999Z',
    '2026-03-06T17:00Z',
  ]

  expect(times.map((time) => isBusinessTime(calendar(office), Date.parse(time)))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
