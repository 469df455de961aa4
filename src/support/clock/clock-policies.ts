import { docs } from '#docs'
import { timezoneMeta } from '../../platform/identity/user.ts'
import { settings } from '../../platform/identity/user-settings.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { weekdays } from './business-time.ts'
import type { PriorityName } from './fields.ts'

/** Maximum business time of a clock in minutes: 365 days around the clock. */
const maxMinutes = 525_600

const minutes = z.orNull(z.int().min(1).max(maxMinutes))

const Targets = z
  .strictObject({
    first_response_minutes: minutes.meta(
      docs('Business minutes until the first response is due; null for no due time.', { examples: [60] }),
    ),
    resolution_minutes: minutes.meta(
      docs('Business minutes until the resolution is due; null for no due time.', { examples: [480] }),
    ),
  })
  .meta(docs('Business time within which tickets of a priority are due.', { id: 'SupportTargets' }))

const targets = z.orNull(Targets)

const Priorities = z.strictObject({
  low: targets.meta(docs('Targets of the priority `low`; null for none.')),
  normal: targets.meta(docs('Targets of the priority `normal`; null for none.')),
  high: targets.meta(docs('Targets of the priority `high`; null for none.')),
  urgent: targets.meta(docs('Targets of the priority `urgent`; null for none.')),
} satisfies Record<PriorityName, z.ZodType>)

const Hours = z
  .strictObject({
    day: z.enum(weekdays).meta(docs('Day of the week.')),
    start: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 09:00')
      .meta(docs('Start, as a local time of day.', { examples: ['09:00'] })),
    end: z
      .string()
      .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day, such as 17:00, or 24:00')
      .meta(docs('End, as a local time of day; `24:00` is midnight.', { examples: ['17:00'] })),
  })
  .refine(({ start, end }) => start < end, 'must start before it ends')
  .meta(docs('Business hours of a day of the week.', { id: 'BusinessHours' }))

type Hours = z.output<typeof Hours>

const haveOverlap = (rows: Hours[]): boolean =>
  rows
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    .some(({ start }, index, sorted) => start < (sorted[index - 1]?.end ?? ''))

const noTargets = { low: null, normal: null, high: null, urgent: null }

/** Fields of the policies that decide when tickets are due. */
export const clockPolicyFields = {
  priorities: Priorities.default(noTargets).meta(
    docs('Business time within which tickets are due, by priority. Applies to tickets created later.', {
      examples: [{ ...noTargets, urgent: { first_response_minutes: 60, resolution_minutes: 480 } }],
    }),
  ),
  business_hours: z
    .array(Hours)
    .max(100)
    .refine(
      (rows) =>
        !Map.groupBy(rows, ({ day }) => day)
          .values()
          .some(haveOverlap),
      'must not contain overlapping hours of a day',
    )
    .default([])
    .meta(
      docs(
        'Business hours, at most 100; a shift over midnight has an entry on each day. If empty, all hours ' +
          'except holidays.',
        { examples: [[{ day: 'monday', start: '09:00', end: '17:00' }]] },
      ),
    ),
  holidays: z
    .array(z.iso.date())
    .max(500)
    .refine((dates) => new Set(dates).size === dates.length, 'must not contain a date twice')
    .default([])
    .meta(docs('Dates without business hours, at most 500.', { examples: [['2026-12-25']] })),
  timezone: settings.timezone,
}

/** The fields in responses and in the table, where a time zone is not checked again. */
export const storedClockPolicyFields = {
  ...clockPolicyFields,
  timezone: answeredText(100).default('UTC').meta(timezoneMeta),
}

const ClockPolicies = z.object(storedClockPolicyFields)
export type ClockPolicies = z.output<typeof ClockPolicies>
