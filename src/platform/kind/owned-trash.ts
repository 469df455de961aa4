import { purgePartition } from '../table/list/partition.ts'
import { transact } from '../table/table.ts'
import type { TrashDefinition } from '../trash/definition.ts'
import { toTakeOut } from '../trash/moves.ts'
import { loadTrashed, restoredThing } from '../trash/trashed-things.ts'
import { isOwnThing, type OwnedKind, type OwnedThing } from './owned-kind.ts'

/** Creates the trash definition of a kind with one owner; purging a resource deletes its whole partition. */
export const ownedTrash = <T extends OwnedThing>({ things }: OwnedKind<T>): TrashDefinition => ({
  load: loadTrashed(things, (thing, reader) => (isOwnThing(thing, reader) ? 'purge' : undefined)),
  restore: async (_, entry) => {
    const thing = restoredThing(things, entry)
    await transact([things.toRestore(thing), ...toTakeOut(entry)])
    return thing
  },
  erase: async ({ owner_id }, { person }) => (owner_id === person.id ? 'own' : undefined),
  sweep: ({ id }, until) => purgePartition(things.keyOf({ id }).pk, until),
})
