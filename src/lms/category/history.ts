import { concerningPerson, editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { categories, CategoryInput, categorySubscriptions, categoryType } from './category.ts'

export const categoryHistory: ResourceHistory = {
  changes: [
    historyOf(categories, {
      ...categoryType,
      fields: editable(CategoryInput.shape),
      removed: 'kept',
    }),
    historyOf(categorySubscriptions, {
      type: 'category_subscription',
      fields: { user_id: 'value' },
      ...concerningPerson(categoryType.type, 'category_id'),
      removed: 'made_again',
      isPersonal: true,
    }),
  ],
  limitsOf: async ({ role }) => ({ isReadOnly: role !== 'admin', seesDeleted: role === 'admin' }),
}
