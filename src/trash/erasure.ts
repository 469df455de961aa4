import { onMemberErasure } from '../platform/identity/erasure.ts'
import { transact } from '../platform/table/table.ts'
import { personRows, trashEntries } from '../platform/trash/entry.ts'
import { toLeaveTrash } from '../platform/trash/moves.ts'
import { trashDefinitionOf } from '../platform/trash/trash-registry.ts'

export const erasureHandlers = [
  onMemberErasure(trashEntries, (first, erasure) =>
    trashEntries.modify(first, async (current) => {
      if (current.state !== 'trashed') return undefined
      const { erase } = await trashDefinitionOf(current.type)
      const erased = await erase(current, erasure)
      if (!erased) return undefined
      if (erased === 'own') {
        await transact(toLeaveTrash(current, 'purging'))
        return 'removed'
      }
      const update = trashEntries.toUpdate(current, erased)
      await transact([update, ...personRows.toSync(current, update.thing)])
      return erased.owner_id === current.owner_id ? undefined : 'handed_over'
    }),
  ),
]
