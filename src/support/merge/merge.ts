import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { requireAgentSide, requireTicket } from '../ticket/access.ts'
import { withClocks } from '../ticket/clock-changes.ts'
import { linkedWith } from '../link/added-link.ts'
import { transitionTo } from '../ticket/status-changes.ts'
import { isOpen, newDeed, tickets, type StoredTicket } from '../ticket/ticket.ts'

export const mergedIntoItself = problem(
  'support.merged_into_itself',
  409,
  'A ticket cannot be merged into itself.',
)

export const ticketNotMergeable = problem('support.ticket_not_mergeable', 409, {
  wording: (number: number) => `Ticket #${number} is closed and cannot be merged.`,
  docs: problemDocs({
    meaning: 'One of the tickets is closed, possibly because it was merged before.',
    example: [1_042],
  }),
})

/** Returns the writes that close a ticket and link it with the one it is merged into; throws 409. */
const toMerge = async (actor: Actor, from: StoredTicket, into: StoredTicket) => {
  for (const { status, number } of [from, into]) if (status === 'closed') throw ticketNotMergeable(number)
  const deed = newDeed(actor, from)
  const changes = {
    ...transitionTo(from, 'closed', deed.at),
    merged: {
      into: into.id,
      is_moved: from.requester.id === into.requester.id,
      is_solved: !isOpen(into),
    },
    linked: await linkedWith(from, { type: 'merged_into', id: into.id }),
    moved: deed,
    handled_at: deed.at,
  }
  const closing = tickets.toUpdate(from, await withClocks(from, changes, deed.at))
  const linked = await linkedWith(into, { type: 'merged_from', id: from.id })
  return [closing, tickets.toUpdate(into, { linked, handled_at: deed.at })]
}

/** Returns true if an interrupted earlier attempt of this request, which had the same time, merged the ticket. */
const isMergedBefore = ({ merged, moved }: StoredTicket, actor: Actor, into_id: string): boolean =>
  merged?.into === into_id && moved?.by.id === actor.id && moved.at === now()

const merging = 'merge tickets, and only those of other people'

/**
 * Closes a ticket and links it with the one it is merged into. Throws 404, 403 for the caller's own tickets, 422 for an
 * unknown ticket in `into`, and 409 if a ticket is closed or both are the same. Changes nothing if an interrupted
 * earlier attempt of this request merged them.
 */
export const closeMerged = async (actor: Actor, id: string, into_id: string): Promise<void> =>
  retryOnConflict(async () => {
    const [found, into] = await Promise.all([tickets.find({ id }), tickets.find({ id: into_id })])
    const { ticket: from } = requireTicket(actor, found)
    requireAgentSide(actor, from, merging)
    if (!into) throw invalid('into', 'must be the ID of a ticket')
    requireAgentSide(actor, into, merging)
    if (id === into_id) throw mergedIntoItself()
    if (isMergedBefore(from, actor, into_id)) return
    await transact(await toMerge(actor, from, into))
  })
