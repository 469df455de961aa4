import { zonedDate } from '../../calendar/dates.ts'
import * as z from '../../platform/schema/schema.ts'
import { businessTimeBetween } from '../clock/business-time.ts'
import { policyVersions } from '../policies/versions.ts'
import type { StoredTicket } from '../ticket/ticket.ts'

/** A fact of a ticket, and the day on which it counts; null if the ticket has no such fact. */
const Fact = z.orNull(z.object({ day: z.string(), value: z.int() }))

const facts = {
  opened: Fact,
  solved: Fact,
  /** The value is the time until the first response, in milliseconds. */
  first_response: Fact,
  breached: Fact,
  /** The value is the rating. */
  rating: Fact,
}
export const factNames = Object.keys(facts) as (keyof typeof facts)[]

const label = z.orNull(z.string())

/** The facts of a ticket in reports, and the assignee, category and group under which they count. */
export const Facts = z.object({ agent: label, category: label, group: label, ...facts })
export type Facts = z.output<typeof Facts>

/**
 * Returns the time until the first response, in milliseconds: business time by the policies that the clocks of the
 * ticket follow, pauses included, so that it does not depend on the time of counting; all time without clocks.
 */
const responseTime = async ({ clock, created_at, first_response_at }: StoredTicket): Promise<number> => {
  const [from, until] = [Date.parse(created_at), Date.parse(first_response_at ?? created_at)]
  if (!clock || from === until) return until - from
  return businessTimeBetween(await policyVersions.get({ of_version: clock.policies_version }), from, until)
}

/** The time of a change, the time zone of days, and the facts that were counted before. */
interface Counting {
  at: string
  timezone: string
  counted: Facts | undefined
}

/**
 * Returns the facts of a ticket. A breach and a rating, whose times the ticket does not store, keep the day on which
 * they were counted; new ones count on the day of the change.
 */
export const toFacts = async (ticket: StoredTicket, { at, timezone, counted }: Counting): Promise<Facts> => {
  const { assignee_id: agent, category, group_id: group, merged, sla, rating } = ticket
  const responded = counted?.first_response?.value ?? (await responseTime(ticket))
  const toFact = (time: string | null, value = 1) =>
    time === null ? null : { day: zonedDate(timezone, Date.parse(time)), value }
  const isCounted = rating === counted?.rating?.value
  return {
    agent,
    category,
    group,
    opened: toFact(ticket.created_at),
    solved: merged ? null : toFact(ticket.resolved_at ?? ticket.closed_at),
    first_response: merged ? null : toFact(ticket.first_response_at, responded),
    breached: sla?.breached ? (counted?.breached ?? toFact(at)) : null,
    rating: rating === null ? null : isCounted ? counted.rating : toFact(at, rating),
  }
}
