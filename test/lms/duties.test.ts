import { describe, expect, test } from 'vitest'
import {
  monthsAfter,
  openRound,
  renewalOpensAt,
  roundDueAt,
  roundOpensAt,
  settle,
  type DatedDuty,
} from '../../src/lms/enrollment/duty.ts'

const at = (day: string) => `${day}T12:00:00.000Z`

const yearly: DatedDuty = { id: 'b', due_at: at('2026-03-31'), repeat_months: 12 }
const monthly: DatedDuty = { id: 'a', due_at: at('2026-01-31'), repeat_months: 1 }
const once: DatedDuty = { id: 'c', due_at: at('2026-06-30'), repeat_months: null }

const learned = (
  completed_at: string | null,
  last_completed_at = completed_at,
  valid_until: string | null = null,
) => ({
  completed_at,
  last_completed_at,
  valid_until,
})

const never = learned(null)

describe('rounds of an assignment', () => {
  test('count calendar months from the first due time, and end at the end of shorter months', () => {
    const dueAt = [1, 2, 3, 4, 14, 26].map((round) => roundDueAt(monthly, round))
    const leapDay = { ...yearly, due_at: at('2028-02-29') }

    expect(dueAt).toEqual(
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2027-02-28', '2028-02-29'].map(at),
    )
    expect([2, 5].map((round) => roundDueAt(leapDay, round))).toEqual([at('2029-02-28'), at('2032-02-29')])
    expect(roundDueAt(once, 1)).toBe(once.due_at)
  })

  test('open a month before they are due', () => {
    expect([2, 3].map((round) => roundOpensAt(yearly, round))).toEqual([at('2027-02-28'), at('2028-02-29')])
    expect(roundOpensAt({ ...yearly, due_at: at('2026-07-31') }, 2)).toBe(at('2027-06-30'))
  })

  test('number the newest open round at every boundary', () => {
    const boundaries = [2, 3, 4, 12, 13, 30].flatMap((round) =>
      [yearly, monthly, { ...monthly, repeat_months: 5 }].map((duty) => {
        const opens = roundOpensAt(duty, round)
        const before = new Date(Date.parse(opens) - 1).toISOString()
        return [openRound(duty, before) - round, openRound(duty, opens) - round]
      }),
    )

    expect(boundaries).toEqual(boundaries.map(() => [-1, 0]))
    expect(openRound(yearly, at('2020-01-01'))).toBe(1)
    expect(openRound(once, at('2099-01-01'))).toBe(1)
  })
})

describe('the renewal of a completion', () => {
  test('opens 30 days before the end, and at the earliest after two thirds of the validity', () => {
    const opensAt = [
      ['2026-01-01', '2027-01-01'],
      ['2026-01-01', '2026-04-01'],
      ['2026-01-01', '2026-03-02'],
      ['2026-02-01', '2026-02-28'],
      ['2028-01-31', '2028-02-29'],
    ].map(([from = '', until = '']) => renewalOpensAt(at(from), at(until)))

    expect(opensAt).toEqual([
      at('2026-12-02'),
      at('2026-03-02'),
      at('2026-02-10'),
      at('2026-02-19'),
      '2028-02-19T20:00:00.000Z',
    ])
  })

  test('does not open at once if the validity is a month, also in February', () => {
    const settled = ['2026-01-31', '2026-02-01', '2026-03-01', '2028-01-31'].map((day) => {
      const valid_until = monthsAfter(at(day), 1)
      return settle(learned(at(day), at(day), valid_until), [once], at(day))
    })

    expect(settled).toEqual(settled.map(() => ({ assignment_ids: ['c'], due_at: null, isNewRound: false })))
  })
})

describe('settling an enrollment', () => {
  test('names the assignments and the earliest due time', () => {
    const settled = settle(never, [once, yearly], at('2026-01-01'))

    expect(settled).toEqual({ assignment_ids: ['b', 'c'], due_at: yearly.due_at, isNewRound: false })
  })

  test('returns no due time without assignments', () => {
    const settled = settle(learned(null, null, at('2026-01-02')), [], at('2026-01-01'))

    expect(settled).toEqual({ assignment_ids: [], due_at: null, isNewRound: false })
  })

  test('keeps the due time of an unfinished older round', () => {
    const [first, third] = [at('2026-04-01'), at('2028-06-01')].map((time) => settle(never, [yearly], time))

    expect([first?.due_at, third?.due_at]).toEqual([yearly.due_at, yearly.due_at])
  })

  test('accepts an earlier completion for the first round only', () => {
    const earlier = learned(at('2024-05-05'))

    const settled = [at('2026-01-01'), at('2027-02-27'), at('2027-02-28')].map((time) =>
      settle(earlier, [yearly], time),
    )

    expect(settled.map(({ due_at, isNewRound }) => [due_at, isNewRound])).toEqual([
      [null, false],
      [null, false],
      [at('2027-03-31'), true],
    ])
  })

  test('begins one new round, however often it runs', () => {
    const again = settle(learned(null, at('2026-03-01')), [yearly], at('2027-03-15'))

    expect(again).toMatchObject({ due_at: at('2027-03-31'), isNewRound: false })
  })

  test('satisfies all open rounds by one completion', () => {
    const late = settle(learned(at('2028-06-01')), [yearly, once], at('2028-06-01'))

    expect(late.due_at).toBeNull()
  })

  test('renews an expiring completion only while an assignment applies', () => {
    const certified = learned(at('2026-01-01'), at('2026-01-01'), at('2027-01-01'))

    const [early, expiring, free] = [
      settle(certified, [once], at('2026-12-01')),
      settle(certified, [once], at('2026-12-02')),
      settle(certified, [], at('2026-12-02')),
    ]

    expect(early).toMatchObject({ due_at: null, isNewRound: false })
    expect(expiring).toMatchObject({ due_at: at('2027-01-01'), isNewRound: true })
    expect(free).toMatchObject({ due_at: null, isNewRound: false })
  })
})
