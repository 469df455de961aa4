import { ownerAfter, isTheirsAlone, withoutMember, type Erasure } from '../../platform/identity/erasure.ts'
import { purgePartition } from '../../platform/table/list/partition.ts'
import { transact } from '../../platform/table/table.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { eraseTrashed } from '../../platform/trash/erasure.ts'
import { loadTrashed, restoredThing } from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { presentSpace, spacePolicy } from './access.ts'
import { membershipRows } from './membership.ts'
import { sweepBelow } from '../tree/page-tree.ts'
import { slugs, slugTaken } from './slug.ts'
import { spaces, spaceType } from './space.ts'

/** Returns the trash entry of a space; its pages stay where they are, and its slug becomes available. */
export const trashedSpace = (space: ThingOf<typeof spaces>) => ({
  type: spaceType.type,
  id: space.id,
  title: space.name,
  owner_id: space.owner.id,
  item_count: 1 + space.page_count,
  item: spaces.itemOf(space),
})

/** Returns the changed fields of a space when a person is erased. */
export const withoutPerson = ({ owner, members }: ThingOf<typeof spaces>, erasure: Erasure) => ({
  owner: ownerAfter(owner, erasure),
  members: withoutMember(members, erasure),
})

/** Admins of a space may restore it. */
export const spaceTrash: TrashDefinition = {
  load: loadTrashed(spaces, (space, reader) =>
    spacePolicy.authorize(space, reader)?.permission === 'admin' ? 'purge' : undefined,
  ),
  takes: ['slug'],
  restore: async (actor, entry, { slug }) => {
    const stored = restoredThing(spaces, entry)
    const space = slug === undefined ? stored : spaces.toUpdate(stored, { slug }).thing
    await transact([
      spaces.toRestore(space),
      slugs.toCreate(
        { slug: space.slug, space_id: space.id },
        slugTaken(space.slug, '; send another "slug"'),
      ),
      ...membershipRows.toSync(undefined, space),
      ...toTakeOut(entry),
    ])
    return presentSpace(actor, space) ?? space
  },
  erase: eraseTrashed(spaces, {
    isOwn: isTheirsAlone,
    changesOf: withoutPerson,
    ownerOf: ({ owner }) => owner,
  }),
  sweep: async ({ id }, until) => {
    const { pk } = spaces.keyOf({ id })
    return (await sweepBelow(null, pk, until)) && purgePartition(pk, until)
  },
}
