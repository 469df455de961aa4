import { isTheirsAlone, onMemberErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { transact } from '../../platform/table/table.ts'
import { toDestroy } from '../../platform/trash/moves.ts'
import { membershipRows, withoutSpaceMember } from './membership.ts'
import { slugs } from './slug.ts'
import { spaces, trashedSpace } from './space.ts'

export const spaceErasure: KindErasure = {
  handlers: [
    // pages stay in their space; a private space without other members is deleted with its pages
    onMemberErasure(spaces, (first, erasure) =>
      spaces.modify(first, async (current) => {
        if (isTheirsAlone(current, erasure)) {
          await transact([
            spaces.toRemoveRead(current, ['page_count']),
            toDestroy(erasure.person, trashedSpace(current)),
            slugs.toRemove(current),
            ...membershipRows.toSync(current, undefined),
          ])
          return 'removed'
        }
        const update = spaces.toUpdate(current, withoutSpaceMember(current, erasure))
        if (update.isSame) return undefined
        await transact([update, ...membershipRows.toSync(current, update.thing)])
        return update.thing.owner.id === current.owner.id ? undefined : 'handed_over'
      }),
    ),
  ],
}
