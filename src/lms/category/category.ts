import { docs } from '#docs'
import { createHash } from 'node:crypto'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyBelow, type ThingOf } from '../../platform/table/entity.ts'
import {
  answeredId,
  id,
  line,
  timestamp,
  versioned,
  position,
  answeredCount,
} from '../../platform/schema/fields.ts'
import { sortableName, sortableNumber } from '../../language/fold.ts'

export const categoryType = { type: 'category', path: '/lms/courses/categories/{id}' } as const

const fields = {
  name: line(100).meta(
    docs('Name, unique among the subcategories of the parent.', { examples: ['Security'] }),
  ),
  description: z.orNull(z.string().max(2_000)).meta(docs('Description of the topic.')),
  parent_id: z.orNull(id).meta(docs('ID of the parent category; null at the top level.')),
  position: position(),
}

export const Category = z.described(docs('A course category.', { id: 'Category' }), {
  id: answeredId.meta(docs('ID of the category.')),
  ...fields,
  course_count: answeredCount
    .default(0)
    .meta(docs('Number of published courses in the category.', { examples: [4] })),
  children_count: answeredCount.default(0).meta(docs('Number of direct subcategories.')),
  ...versioned,
})

export const CategorySummary = Category.omit({ description: true }).meta(
  docs('A course category in lists.', { id: 'CategorySummary' }),
)

export const CategoryInput = z.strictObject(fields)

/**
 * Course categories. `held_count` is the number of courses of any status; a category with courses cannot be deleted.
 */
export const categories = entity({
  name: 'lms.category',
  schema: Category.extend({ held_count: z.int().default(0) }),
  key: ({ id }: { id: string }) => ({ pk: `category#${id}`, sk: 'category' }),
  lists: {
    all: {
      index: 'gsi1',
      partition: () => 'categories',
      shared: true,
      sort: ({ position, name, id }) => `${sortableNumber(position)}#${sortableName(name, id)}`,
    },
  },
  counters: ['course_count', 'children_count', 'held_count'],
})

export type StoredCategory = ThingOf<typeof categories>

/** Returns the sort key of a category name; names are equal regardless of case and whitespace. */
const categoryNameKey = (name: string) =>
  createHash('sha256').update(name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')).digest('hex')

/** Reservation of a name among sibling categories: the name is taken while the item exists. */
export const categoryNames = entity({
  name: 'lms.category_name',
  isInternal: true,
  schema: z.object({ name: z.string(), parent_id: z.string().nullable() }),
  key: ({ name, parent_id }: { name: string; parent_id: string | null }) => ({
    pk: `category-names#${parent_id ?? 'top'}`,
    sk: categoryNameKey(name),
  }),
})

/**
 * Every move of a category increments the version of this item, so that the second of two moves that would form a cycle
 * sees the first.
 */
export const categoryTrees = entity({
  name: 'lms.category_tree',
  isInternal: true,
  schema: z.object({ version: z.int() }),
  key: () => ({ pk: 'categories', sk: 'tree' }),
})

export const CategorySubscription = z.described(
  docs('A subscription to the courses published in a category.', { id: 'CategorySubscription' }),
  {
    category_id: answeredId.meta(docs('ID of the category.')),
    user_id: answeredId.meta(docs('ID of the subscriber.')),
    created_at: timestamp.meta(docs('Time of the subscription.')),
  },
)

/** Subscribers of a category, stored in its partition. */
export const categorySubscriptions = entity({
  name: 'lms.category_subscription',
  schema: CategorySubscription,
  ...keyBelow('category_id', categories, 'subscription', ({ user_id }: { user_id: string }) => user_id),
})
