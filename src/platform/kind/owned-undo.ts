import type { KindUndo, OwnCall } from '../history/undo-operations.ts'
import type { Changes } from '../table/changes.ts'
import { findOwned, removeOwned, updateOwned } from './owned-changes.ts'
import type { OwnedKind, OwnedThing } from './owned-kind.ts'

/** Returns the undo operations of a kind with one owner, with the checks of every change by the owner. */
export const ownedUndo = <T extends OwnedThing>(kind: OwnedKind<T>): KindUndo => ({
  [kind.type]: {
    read: ({ actor, change }: OwnCall) => findOwned(kind, actor, change.object_id),
    update: ({ actor, change, args, version }: OwnCall) =>
      updateOwned(
        kind,
        actor,
        change.object_id,
        args as Changes<T>,
        version === undefined ? undefined : [version],
      ),
    remove: ({ actor, change }: OwnCall) => removeOwned(kind, actor, change.object_id),
  },
})
