import type { Actor } from '../../platform/identity/actor.ts'
import type * as z from '../../platform/schema/schema.ts'
import { writeItem } from '../../platform/table/table.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { users } from '../../platform/identity/user.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { agentFields, agentsOnly, isAssignable, requireTicket } from './access.ts'
import { withClocks } from './clock-changes.ts'
import { transitionTo, requireTicketTransition, requirePermittedTransition } from './status-changes.ts'
import { requireRater, requireSolved } from './rating.ts'
import type { TicketInput } from './ticket-input.ts'
import { newDeed, tickets, type Deed, type StoredTicket } from './ticket.ts'
import { changedGroup, findRequestedCategory, findRequestedGroup } from './ticket-group.ts'
import { invalid } from '../../platform/runtime/problem.ts'

type TicketChanges = Changes<z.output<typeof TicketInput>>

/** Returns the agent to assign; throws 422 for `field` if the user is not an active agent. */
export const requireAssignee = async (id: string, field = 'assignee_id') => {
  const person = await users.find({ id })
  if (!person || !isAssignable(person)) throw invalid(field, 'must be the ID of a support agent')
  return { id, name: person.name }
}

const requireUnreserved = (ticket: StoredTicket, changes: TicketChanges): void => {
  const changed = new Set(Object.keys(changedFields(ticket, changes)))
  const reserved = agentFields.find((field) => changed.has(field))
  if (reserved) throw agentsOnly(`change "${reserved}"`)
}

/** Returns the change of the assignee by an update; nothing if the update leaves the assignee as it is. */
const changedAssignee = async (
  current: StoredTicket,
  assignee_id: string | null | undefined,
  assigning: Promise<StoredTicket['assignee']>,
  deed: Deed,
): Promise<Changes<StoredTicket>> => {
  if (assignee_id === undefined || assignee_id === current.assignee_id) return {}
  return { assignee_id, assignee: await assigning, given: assignee_id === null ? null : deed }
}

/**
 * Changes the status, fields, assignee or group of a ticket; writes nothing if nothing differs. Throws 403, 409, 412
 * and 422.
 */
export const changeTicket = async (
  actor: Actor,
  id: string,
  { status, assignee_id, group_id, ...given }: TicketChanges,
  ifMatch: IfMatch,
): Promise<StoredTicket> => {
  // validated in parallel, thrown only after the caller's permission is checked
  const assigning = awaitLater(assignee_id ? requireAssignee(assignee_id) : Promise.resolve(null))
  const requestedCategory = awaitLater(findRequestedCategory(given.category))
  const group = awaitLater(findRequestedGroup(group_id, requestedCategory))
  const found = requireTicket(actor, await tickets.find({ id }))
  return tickets.modify(found.ticket, async (current) => {
    const { side } = requireTicket(actor, current)
    const { category } = given.category === current.category ? current : await requestedCategory
    const words = { ...given, category }
    requirePermittedTransition(current, status, side)
    requireRater(current, words.rating, side)
    if (side === 'requester') requireUnreserved(current, { ...words, assignee_id, group_id })
    const deed = newDeed(actor, current)
    const moving = transitionTo(current, status, deed.at)
    const changed = {
      ...changedFields(current, words),
      ...(await changedGroup(current, { group_id, category }, group)),
      ...(await changedAssignee(current, assignee_id, assigning, deed)),
      ...moving,
      ...(moving.status && { moved: deed }),
    }
    const changes = await withClocks(current, changed, deed.at)

    const handled = side === 'agent' && { handled_at: deed.at }
    const update = tickets.toUpdate(current, { ...changes, ...handled }, ifMatch)
    requireTicketTransition(current, status)
    requireSolved(current, words.rating, status)
    if (Object.keys(changes).length === 0) return current
    await writeItem(update)
    return update.thing
  })
}
