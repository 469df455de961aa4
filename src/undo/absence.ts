import { isStored } from '../platform/history/history-registry.ts'
import { actionVerb } from '../platform/history/undo-rules.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { loadEntries } from '../trash/entry-access.ts'
import { thingNotFound } from './problems.ts'
import type { Reversal } from './reversal.ts'

/**
 * Returns true if the resource exists, in its place or in the trash, but the caller cannot see it. Restoring it from
 * the trash brings back the parts that were created in it: these are hidden there, too.
 */
const isHiddenFrom = async (actor: Actor, ref: ResourceRef, isNewPart: boolean): Promise<boolean> => {
  const [[view], isInPlace, entry] = await Promise.all([
    loadResources(actor, [ref]),
    isStored(ref),
    trashEntries.find(ref),
  ])
  if (view) return false
  if (isInPlace) return true
  if (!entry || entry.state === 'purging') return false
  if (isNewPart) return true
  const [seen] = await loadEntries(actor, [entry])
  return !seen
}

/**
 * Tells a resource that no longer exists from one that the caller can no longer see: throws 404 for the latter, so that
 * the undo is not recorded and remains open to others. `place` is another resource that the object belongs to.
 */
export const requireGone = async (
  { request: { actor }, entry }: Reversal,
  place?: ResourceRef,
): Promise<void> => {
  const refs = [{ type: entry.resource_type, id: entry.resource_id }, ...(place ? [place] : [])]
  const isNew = ['created', 'restored'].includes(actionVerb(entry))
  const hidden = await Promise.all(
    refs.map((ref) => isHiddenFrom(actor, ref, isNew && ref.id !== entry.object_id)),
  )
  if (hidden.includes(true)) throw thingNotFound()
}
