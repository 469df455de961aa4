import { linkTo, type Resource } from '../../platform/resource.ts'
import { categories, categoryType } from './category.ts'

/** The resource definition of categories, which are visible to everybody. */
export const categoryResource: Resource = {
  type: categoryType.type,
  trash: 'A deleted category is restored by undoing the deletion.',
  undo: true,
  erasure: true,
  rights: 'Everyone may read all categories.',
  load: async (_, wanted) =>
    (await categories.findMany(wanted)).map(
      (category) =>
        category && {
          ...linkTo(categoryType, { id: category.id, title: category.name }),
          text: category.description ?? '',
          updated_at: category.updated_at,
        },
    ),
}
