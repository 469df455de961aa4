import { problemDocs } from '#docs'
import type { Actor } from '../platform/identity/actor.ts'
import { trashDefinitionOf } from '../platform/trash/trash-registry.ts'
import { problem } from '../platform/runtime/problem.ts'
import type { SeenEntry, TrashRight, WantedEntry } from '../platform/trash/definition.ts'
import { trashEntries, type StoredEntry } from '../platform/trash/entry.ts'

/** Returns the entries that the caller may currently see, in the order of `wanted`; each type decides about its own. */
export const loadEntries = async <W extends WantedEntry & { type: string }>(
  actor: Actor,
  wanted: W[],
): Promise<(SeenEntry | undefined)[]> => {
  const found = new Map<string, SeenEntry | undefined>()
  const load = async (type: string, own: W[]) => {
    const seen = await (await trashDefinitionOf(type)).load(actor, own)
    for (const [index, { id }] of own.entries()) found.set(id, seen[index])
  }
  await Promise.all([...Map.groupBy(wanted, ({ type }) => type)].map(([type, own]) => load(type, own)))
  return wanted.map(({ id }) => found.get(id))
}

type ActingRight = Exclude<TrashRight, 'see'>

const refusals = {
  restore: 'Only the author or owner of the resource, and people who could delete it, may restore it.',
  purge:
    'Only the author or owner of the resource, admins of its space or project, and administrators may ' +
    'delete it permanently.',
}

const ranks: Record<TrashRight, number> = { see: 1, restore: 2, purge: 3 }

export const rightMissing = problem('trash.right_missing', 403, {
  wording: (needed: ActingRight) => refusals[needed],
  docs: problemDocs({
    meaning: 'The caller may see the entry of the trash, but may not restore or delete it.',
    example: ['restore'],
  }),
})

const findSeen = async (actor: Actor, id: string): Promise<SeenEntry> => {
  const [seen] = await loadEntries(actor, [await trashEntries.get({ id })])
  if (!seen) throw trashEntries.absent()
  return seen
}

/** Returns an entry that the caller may see; throws 404. */
export const requireEntry = async (actor: Actor, id: string): Promise<StoredEntry> =>
  (await findSeen(actor, id)).entry

/** Returns an entry if the caller has this right to it; throws 404, and 403 if they may only see it. */
export const requireEntryRight = async (
  actor: Actor,
  id: string,
  needed: ActingRight,
): Promise<StoredEntry> => {
  const { entry, right } = await findSeen(actor, id)
  if (ranks[right] < ranks[needed]) throw rightMissing(needed)
  return entry
}
