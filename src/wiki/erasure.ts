import { isTheirsAlone, onErasure, type Erasure } from '../platform/identity/erasure.ts'
import { transact } from '../platform/table/table.ts'
import { findAnywhere } from '../platform/trash/loading.ts'
import { toDestroy } from '../platform/trash/moves.ts'
import { membershipRows } from './space/membership.ts'
import { pages } from './page/page.ts'
import { slugs } from './space/slug.ts'
import { trashedSpace, withoutPerson } from './space/trash.ts'
import { spaces } from './space/space.ts'
import { subscriptions } from './page/subscription.ts'

/** Whether somebody else may read a page, or may once it is restored. */
export const isPageShownToOthers = async (id: string, person: Erasure['person']): Promise<boolean> => {
  const page = await findAnywhere(pages, id)
  const space = page && (await findAnywhere(spaces, page.space_id))
  return space !== undefined && !isTheirsAlone(space, { person })
}

export const erasureHandlers = [
  // pages stay what their space is: with a private one that has nobody else they go
  onErasure(spaces, (first, erasure) =>
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
      const update = spaces.toUpdate(current, withoutPerson(current, erasure))
      if (update.isSame) return undefined
      await transact([update, ...membershipRows.toSync(current, update.thing)])
      return update.thing.owner.id === current.owner.id ? undefined : 'handed_over'
    }),
  ),

  onErasure(subscriptions, async (subscription, { person }) => {
    if (subscription.user_id !== person.id) return undefined
    await subscriptions.remove(subscription)
    return 'removed'
  }),
]
