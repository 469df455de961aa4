import { isShown } from '../history/presented-entry.ts'
import { findHistoryEntry, type StoredHistoryEntry } from '../platform/history/entry.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { historyOfType } from '../platform/history/history-registry.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { changeNotFound } from './problems.ts'

const canReadEntry = async (actor: Actor, entry: StoredHistoryEntry): Promise<boolean> => {
  const { resource_type: type, resource_id: id } = entry
  const [[view], history] = await Promise.all([loadResources(actor, [{ type, id }]), historyOfType(type)])
  return view !== undefined && isShown(actor, (await history?.limitsOf?.(actor, id)) ?? {})(entry)
}

/**
 * Returns a change that the caller may see: their own, or one in the activity of its resource; administrators see all.
 * Throws 404.
 */
export const requireVisibleEntry = async (actor: Actor, id: string): Promise<StoredHistoryEntry> => {
  const entry = await findHistoryEntry(id)
  const isKnown =
    entry && (entry.actor_id === actor.id || actor.role === 'admin' || (await canReadEntry(actor, entry)))
  if (!isKnown) throw changeNotFound()
  return entry
}
