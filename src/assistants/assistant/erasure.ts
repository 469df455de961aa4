import {
  ownerAfter,
  onMemberErasure,
  withoutMember,
  type KindErasure,
} from '../../platform/identity/erasure.ts'
import { transact } from '../../platform/table/table.ts'
import { assistants } from './assistant.ts'
import { toRemoveRatingCounts } from './rating-counts.ts'
import { sharedWith, shareRows } from './share.ts'

export const assistantErasure: KindErasure = {
  handlers: [
    onMemberErasure(assistants, (first, erasure) =>
      assistants.modify(first, async (current) => {
        const isOwned = current.owner.id === erasure.person.id
        const grants = withoutMember(current.grants, erasure)
        const isUsed = current.visibility === 'public' || sharedWith({ ...current, grants }).length > 0
        if (isOwned && !isUsed) {
          await transact([
            assistants.toRemoveRead(current, []),
            toRemoveRatingCounts(current.id),
            ...shareRows.toSync(current, undefined),
          ])
          return 'removed'
        }
        const update = assistants.toUpdate(current, { grants, owner: ownerAfter(current.owner, erasure) })
        if (update.isSame) return undefined
        await transact([update, ...shareRows.toSync(current, update.thing)])
        return isOwned ? 'handed_over' : undefined
      }),
    ),
  ],
}
