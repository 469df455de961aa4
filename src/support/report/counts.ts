import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { addUp, addWithRecord } from '../../platform/table/sums.ts'
import { loadPolicies } from '../policies/policies.ts'
import { tickets } from '../ticket/ticket.ts'
import { factNames, Facts, toFacts } from './facts.ts'

export const dimensions = ['agent', 'category', 'group'] as const

const count = z.int().default(0)

const counts = {
  opened: count,
  solved: count,
  first_response: count,
  /** Sum of the times until the first response, in milliseconds. */
  first_response_total: count,
  breached: count,
  rating: count,
  /** Sum of the ratings. */
  rating_total: count,
}
type CountName = keyof typeof counts
export type FactCounts = Record<CountName, number>
const countNames = Object.keys(counts) as CountName[]

export const sumCounts = (all: Partial<FactCounts>[]): FactCounts => addUp(countNames, all)

/**
 * Counts of a day by one dimension of reports; `value` is the ID or name of the agent, category or group, and empty for
 * tickets without one. They never expire, because a later change of a ticket subtracts its facts (decision 0067).
 */
export const reportCounts = entity({
  name: 'support.report_count',
  isInternal: true,
  schema: z.object({ by: z.enum(dimensions), day: z.string(), value: z.string(), ...counts }),
  key: ({ by, day, value }: { by: string; day: string; value: string }) => ({
    pk: `support-report#${by}`,
    sk: `${day}#${value}`,
  }),
  lists: { all: { partition: ({ by }: { by: string }) => `support-report#${by}` } },
  counters: countNames,
})

/** The facts of a ticket that are counted, as of its version `ticket_version`. */
const countedTickets = entity({
  name: 'support.counted_ticket',
  isInternal: true,
  schema: z.object({ ticket_id: z.string(), ticket_version: z.int(), facts: Facts, version: z.int() }),
  key: ({ ticket_id }: { ticket_id: string }) => ({ pk: tickets.keyOf({ id: ticket_id }).pk, sk: 'counted' }),
})

/** Returns the counts that the facts of a ticket add to rows, or with the sign -1 subtract from them. */
const toCounts = (facts: Facts | undefined, sign: 1 | -1) =>
  factNames.flatMap((name) => {
    const fact = facts?.[name]
    if (!fact) return []
    const amounts: Partial<FactCounts> = { [name]: sign, [`${name}_total`]: sign * fact.value }
    return dimensions.map((by) => ({ ids: { by, day: fact.day, value: facts[by] ?? '' }, ...amounts }))
  })

/**
 * Replaces the counted facts of a ticket by its current ones, so that a repeated or late message changes nothing. `at`
 * is the time of the change that the message is about.
 */
export const countTicket = (id: string, at: string): Promise<void> =>
  addWithRecord(reportCounts, countNames, async () => {
    const [ticket, counted, { timezone }] = await Promise.all([
      tickets.find({ id }),
      countedTickets.find({ ticket_id: id }),
      loadPolicies(),
    ])
    if (!ticket || (counted && counted.ticket_version >= ticket.version)) return undefined
    const facts = await toFacts(ticket, { at, timezone, counted: counted?.facts })
    const fields = { ticket_id: id, ticket_version: ticket.version, facts }
    const record = counted
      ? countedTickets.toUpdate(counted, fields)
      : countedTickets.toCreate(countedTickets.make(fields))
    return { added: [...toCounts(counted?.facts, -1), ...toCounts(facts, 1)], record }
  })
