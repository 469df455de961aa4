import { isTheirsAlone } from '../../platform/identity/erasure.ts'
import { purgePartition } from '../../platform/table/list/partition.ts'
import { sharedTrash } from '../../platform/sharing/shared-trash.ts'
import { toRestoreShared } from '../../platform/sharing/shared-writes.ts'
import { transact } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { restoredThing } from '../../platform/trash/trashed-things.ts'
import { presentSpace } from '../space/access.ts'
import { sharedSpaces } from '../space/membership.ts'
import { sweepBelow } from '../page/tree/page-tree.ts'
import { slugs, slugTaken } from '../space/slug.ts'
import { spaces } from '../space/space.ts'

/** Admins of a space may restore it. */
export const spaceTrash: TrashDefinition = {
  ...sharedTrash(sharedSpaces, isTheirsAlone),
  takes: ['slug'],
  restore: async (actor, entry, { slug }) => {
    const stored = restoredThing(spaces, entry)
    const space = slug === undefined ? stored : spaces.toUpdate(stored, { slug }).thing
    await transact([
      ...toRestoreShared(sharedSpaces, entry, space),
      slugs.toCreate(
        { slug: space.slug, space_id: space.id },
        slugTaken(space.slug, '; send another "slug"'),
      ),
    ])
    return presentSpace(actor, space) ?? space
  },
  sweep: async ({ id }, until) => {
    const { pk } = spaces.keyOf({ id })
    return (await sweepBelow(null, pk, until)) && purgePartition(pk, until)
  },
}
