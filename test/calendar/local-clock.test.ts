import { expect, test } from 'vitest'
import { afterQuietHours, nextTimeAt } from '../../src/calendar/local-clock.ts'

const next = (clock: string, timezone: string, after: string) =>
  new Date(nextTimeAt(clock, timezone, Date.parse(after))).toISOString()

const after = (start: string, end: string, time: string, timezone = 'Europe/Berlin') =>
  new Date(afterQuietHours({ start, end }, timezone, Date.parse(time))).toISOString()

test('The next morning begins at eight local time, across clock changes, and never now', () => {
  expect([
    next('08:00', 'UTC', '2026-03-31T07:59:59Z'),
    next('08:00', 'UTC', '2026-03-31T08:00:00Z'),
    next('08:00', 'Europe/Berlin', '2026-03-28T12:00:00Z'),
    next('08:00', 'Europe/Berlin', '2026-10-24T12:00:00Z'),
    next('08:00', 'Asia/Kolkata', '2026-03-31T12:00:00Z'),
    next('08:00', 'Pacific/Kiritimati', '2026-03-31T12:00:00Z'),
    next('08:00', 'America/Los_Angeles', '2026-03-31T14:59:00Z'),
    next('02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z'),
  ]).toEqual([
    '2026-03-31T08:00:00.000Z',
    '2026-04-01T08:00:00.000Z',
    '2026-03-29T06:00:00.000Z',
    '2026-10-25T07:00:00.000Z',
    '2026-04-01T02:30:00.000Z',
    '2026-03-31T18:00:00.000Z',
    '2026-03-31T15:00:00.000Z',
    '2026-03-29T01:30:00.000Z',
  ])
})

test('Quiet hours end at local time, across midnight; outside of them nothing waits', () => {
  expect([
    after('22:00', '07:00', '2026-03-31T21:00:00Z'),
    after('22:00', '07:00', '2026-03-31T04:00:00Z'),
    after('22:00', '07:00', '2026-03-31T05:00:00Z'),
    after('12:00', '13:30', '2026-03-31T10:15:00Z'),
    after('12:00', '13:30', '2026-03-31T09:59:00Z'),
    after('12:00', '12:00', '2026-03-31T10:00:00Z'),
    after('22:00', '07:00', '2026-03-31T23:00:00Z', 'UTC'),
  ]).toEqual([
    '2026-04-01T05:00:00.000Z',
    '2026-03-31T05:00:00.000Z',
    '2026-03-31T05:00:00.000Z',
    '2026-03-31T11:30:00.000Z',
    '2026-03-31T09:59:00.000Z',
    '2026-03-31T10:00:00.000Z',
    '2026-04-01T07:00:00.000Z',
  ])
})

test('Quiet hours that end in a skipped or repeated hour end when clocks have passed their end', () => {
  expect([
    after('23:30', '02:30', '2026-03-08T04:45:00Z', 'America/New_York'),
    after('23:30', '02:30', '2026-03-08T06:45:00Z', 'America/New_York'),
    after('23:30', '02:30', '2026-03-29T00:45:00Z'),
    after('23:30', '02:30', '2026-11-01T04:00:00Z', 'America/New_York'),
    after('23:30', '01:30', '2026-11-01T05:15:00Z', 'America/New_York'),
    after('23:30', '01:30', '2026-11-01T06:15:00Z', 'America/New_York'),
  ]).toEqual([
    '2026-03-08T07:30:00.000Z',
    '2026-03-08T07:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-11-01T07:30:00.000Z',
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T06:30:00.000Z',
  ])
})
