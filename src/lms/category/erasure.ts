import { onErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { categorySubscriptions } from './category.ts'

export const categoryErasure: KindErasure = {
  handlers: [
    onErasure(categorySubscriptions, async (subscription, { person }) => {
      if (subscription.user_id !== person.id) return undefined
      await categorySubscriptions.remove(subscription)
      return 'removed'
    }),
  ],
}
