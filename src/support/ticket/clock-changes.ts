import type { Changes } from '../../platform/table/changes.ts'
import { answerClocks, needsPolicies, recomputeClocks } from '../clock/ticket-clock.ts'
import { policyVersions } from '../policies/versions.ts'
import type { StoredTicket } from './ticket.ts'

/**
 * Returns changes of a ticket with those of its clocks. Loads the version of the policies that the ticket follows if
 * the clocks start or stop, or if the priority changes: one more round trip.
 */
export const withClocks = async (
  ticket: StoredTicket,
  changes: Changes<StoredTicket>,
  at: string,
): Promise<Changes<StoredTicket>> => {
  const { clock, priority, status, first_response_at } = ticket
  if (!clock) return changes
  const after = {
    priority: changes.priority ?? priority,
    status: changes.status ?? status,
    first_response_at: changes.first_response_at ?? first_response_at,
  }
  const before = { ...ticket, clock }
  if (needsPolicies(before, after)) {
    const policies = await policyVersions.get({ of_version: clock.policies_version })
    return { ...changes, ...recomputeClocks(policies, before, after, at) }
  }
  return after.first_response_at === first_response_at
    ? changes
    : { ...changes, ...answerClocks(before, after, at) }
}
