import { awaitLater } from '../../runtime/await-later.ts'
import { retryOnConflict } from '../../table/conflict.ts'
import { transact } from '../../table/table.ts'
import { refKey, type ResourceRef } from '../../resource-ref.ts'
import { maxReferences, referenceSets, references } from './reference.ts'

/** Maximum number of rows changed in one transaction, together with the set from which they are derived. */
const maxRowsAtOnce = 90

/**
 * Updates the reference rows of a resource to match its current references from `read`, which is called again after a
 * concurrent update. It may look up other resources while `known`, the stored references, loads, but must read the
 * resource itself after that: otherwise its data might be older. A large change takes several transactions, any of
 * which may be the last. If `read` returns undefined, nothing changes.
 */
export const syncReferences = (
  { type, id }: ResourceRef,
  read: (attempt: number, known: Promise<unknown>) => Promise<ResourceRef[] | undefined>,
): Promise<void> =>
  retryOnConflict(async (attempt) => {
    const known = awaitLater(referenceSets.find({ type, id }))
    const found = await read(attempt, known)
    let set = await known
    if (!found) return
    const wanted = new Set(found.map(refKey).slice(0, maxReferences))
    for (;;) {
      const present = new Set(set?.targets)
      // removals come first, so that there are never more references than the maximum
      const gone = [...present.difference(wanted)].slice(0, maxRowsAtOnce)
      const added = [...wanted.difference(present)].slice(0, maxRowsAtOnce - gone.length)
      if (added.length + gone.length === 0) return
      const targets = [...present.difference(new Set(gone)), ...added]
      const next = set ? referenceSets.toUpdate(set, { targets }) : undefined
      const made = next?.thing ?? referenceSets.make({ type, id, targets })
      await transact([
        next ?? referenceSets.toCreate(made),
        ...added.map((target) => references.toPut({ type, id, target })),
        ...gone.map((target) => references.toRemove({ type, id, target })),
      ])
      set = made
    }
  })
