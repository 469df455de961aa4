import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { deleteCategory } from '../endpoints/delete-category.ts'
import { subscribeCategory } from '../endpoints/subscribe-category.ts'
import { unsubscribeCategory } from '../endpoints/unsubscribe-category.ts'
import { updateCategory } from '../endpoints/update-category.ts'
import { transact } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { toCountChildren, toHoldName } from '../category/changes.ts'
import { categories, categoryType, type StoredCategory } from '../category/category.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'

/** Returns a category, which is visible to everybody; throws 404. */
const getChangedCategory = ({ change }: OwnCall): Promise<StoredCategory> =>
  categories.get({ id: change.object_id })

/**
 * Restores a deleted category below its parent. Throws 403, 409 if its name is taken, 422 if the parent does not exist.
 */
const restoreCategory = async ({ actor, removed }: OwnCall): Promise<void> => {
  if (actor.role !== 'admin') throw roleRequired('admin')
  const category = nextVersion(categories.read(removed))
  await transact([categories.toRestore(category), toHoldName(category), ...toCountChildren(category, 1)])
}

export const categoryUndo: KindUndo = {
  [categoryType.type]: {
    read: getChangedCategory,
    update: updateCategory,
    remove: deleteCategory,
    restore: restoreCategory,
  },
  category_subscription: {
    idsOf: ({ resource_id }) => ({ id: resource_id }),
    remove: unsubscribeCategory,
    restore: subscribeCategory,
  },
}
