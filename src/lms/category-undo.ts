import type { OwnCall } from '../platform/history/undo-definition.ts'
import { transact } from '../platform/table/table.ts'
import { nextVersion } from '../platform/trash/loading.ts'
import { toCountChildren, toHoldName } from './category-changes.ts'
import { categories, type StoredCategory } from './category.ts'
import { roleRequired } from '../platform/http/authentication.ts'

/** A category, which everybody may see; throws 404. */
export const findCategory = ({ change }: OwnCall): Promise<StoredCategory> =>
  categories.get({ id: change.object_id })

/** Puts a deleted category back below its parent. Throws 403, 409 when its name is taken, 422 without its parent. */
export const putBackCategory = async ({ actor, removed }: OwnCall): Promise<void> => {
  if (actor.role !== 'admin') throw roleRequired('admin')
  const category = nextVersion(categories.read(removed))
  await transact([categories.toRestore(category), toHoldName(category), ...toCountChildren(category, 1)])
}
