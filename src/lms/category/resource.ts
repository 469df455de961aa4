import { linkTo, loadAllOrNone, type Resource } from '../../platform/resource.ts'
import { categories, categoryType } from './category.ts'

/** The resource definition of categories, which are visible to everybody. */
export const categoryResource: Resource = {
  type: categoryType.type,
  trash: 'A deleted category is restored by undoing the deletion.',
  undo: true,
  erasure: true,
  rights: 'Everyone may read all categories.',
  load: loadAllOrNone(
    categories,
    ({ id, name: title, description, updated_at }) => ({
      ...linkTo(categoryType, { id, title }),
      text: description ?? '',
      updated_at,
    }),
    () => true,
  ),
}
