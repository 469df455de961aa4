import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { categories, categorySubscriptions, categoryType } from './category.ts'

export const categoryHistory: ResourceHistory = {
  changes: [
    historyOf(categories, {
      type: categoryType.type,
      fields: { name: 'value', description: 'value', parent_id: 'value', position: 'value' },
      keepsRemoved: true,
    }),
    historyOf(categorySubscriptions, {
      type: 'category_subscription',
      fields: { user_id: 'value' },
      idOf: ({ user_id }) => user_id,
      subject: ({ category_id }) => ({ type: categoryType.type, id: category_id }),
      audience: () => 'admin',
      person: ({ user_id }) => user_id,
    }),
  ],
  undo: [
    {
      type: categoryType.type,
      read: 'lms_find_category',
      update: 'lms_update_category',
      fields: { name: {}, description: {}, parent_id: {}, position: {} },
      remove: 'lms_delete_category',
      putBack: 'lms_put_back_category',
    },
    {
      type: 'category_subscription',
      isPersonal: true,
      idsOf: ({ resource_id }) => ({ id: resource_id }),
      remove: 'lms_unsubscribe_category',
      restore: 'lms_subscribe_category',
    },
  ],
}
