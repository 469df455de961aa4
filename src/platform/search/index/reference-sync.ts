import { awaitLater } from '../../runtime/await-later.ts'
import { retryOnConflict } from '../../table/conflict.ts'
import { transact } from '../../table/table.ts'
import { refKey, type ResourceRef } from '../../resource-ref.ts'
import { maxReferences, referenceSets, references } from './reference.ts'

/** How many rows change in one transaction, together with the set that they follow from. */
const maxRowsAtOnce = 90

/**
 * Brings the rows of what a thing refers to in line with `read`, what it refers to now, which is called again when
 * somebody else has done so meanwhile. It may look up other things beside `known`, what is known of the thing so far,
 * and reads the thing itself behind that: else what it has read might be older. A large change takes several
 * transactions, any of which may be the last. Where it gives nothing, all stays as it is.
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
      // what is gone comes first: there are never more than are kept
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
