import { isTheirsAlone } from '../../platform/identity/erasure.ts'
import { purgePartition } from '../../platform/table/list/partition.ts'
import { transact } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { eraseTrashed } from '../../platform/trash/erasure.ts'
import { loadTrashed, restoredThing } from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { presentSpace, spacePolicy } from '../space/access.ts'
import { membershipRows, withoutSpaceMember } from '../space/membership.ts'
import { sweepBelow } from '../page/tree/page-tree.ts'
import { slugs, slugTaken } from '../space/slug.ts'
import { spaces } from '../space/space.ts'

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
    changesOf: withoutSpaceMember,
    ownerOf: ({ owner }) => owner,
  }),
  sweep: async ({ id }, until) => {
    const { pk } = spaces.keyOf({ id })
    return (await sweepBelow(null, pk, until)) && purgePartition(pk, until)
  },
}
