import { onErasure, type KindErasure } from '../identity/erasure.ts'
import { transact } from '../table/table.ts'
import { toDestroy } from '../trash/moves.ts'
import { isOwnThing, trashedOwn, type OwnedKind, type OwnedThing } from './owned-kind.ts'

/** Returns the erasure of a kind with one owner: nobody else has its resources, so they are deleted with the owner. */
export const ownedErasure = <T extends OwnedThing>(kind: OwnedKind<T>): KindErasure => ({
  handlers: [
    onErasure(kind.things, (first, { person }) =>
      kind.things.modify(first, async (current) => {
        if (!isOwnThing(current, person)) return undefined
        await transact([kind.things.toRemoveRead(current, []), toDestroy(person, trashedOwn(kind, current))])
        return 'removed'
      }),
    ),
  ],
})
