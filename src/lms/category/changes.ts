import { problemDocs } from '#docs'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { transact } from '../../platform/table/table.ts'
import type { Operation } from '../../platform/table/operation.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import type * as z from '../../platform/schema/schema.ts'
import {
  categories,
  type CategoryInput,
  categoryNames,
  categoryTrees,
  type StoredCategory,
} from './category.ts'

type Fields = z.output<typeof CategoryInput>

export const categoryNameTaken = problem('lms.category_name_taken', 409, {
  wording: (name: string) => `Another category with the name "${name}" exists under the same parent.`,
  docs: problemDocs({
    meaning: 'Another category under the same parent has this name.',
    example: ['Security'],
  }),
})

export const categoryNotEmpty = problem(
  'lms.category_not_empty',
  409,
  'The category contains courses or other categories.',
)

const invalidCategoryParent = () => invalid('parent_id', 'must be the ID of a category')

/**
 * Returns the write that reserves the name of a category among its siblings; fails with 409 if a sibling has the name.
 */
export const toHoldName = (category: Fields) =>
  categoryNames.toCreate(category, categoryNameTaken(category.name))

export const toCountChildren = ({ parent_id }: Pick<Fields, 'parent_id'>, amount: 1 | -1): Operation[] =>
  parent_id === null
    ? []
    : [
        {
          ...categories.toAdd({ id: parent_id }, 'children_count', amount),
          otherwise: invalidCategoryParent(),
        },
      ]

/** Creates a category; throws 409 if a sibling has its name, 422 if the parent does not exist. */
export const addCategory = async (fields: Fields): Promise<StoredCategory> => {
  const category = categories.make(fields)
  await transact([categories.toCreate(category), toHoldName(category), ...toCountChildren(category, 1)])
  return category
}

/** Throws 422 if `parent_id` is not a category, or is the category itself or one of its descendants. */
const requireCategoryParent = async ({ id }: StoredCategory, parent_id: string) => {
  for (let next: string | null = parent_id; next !== null;) {
    if (next === id) throw invalid('parent_id', 'must not be the category itself or one of its descendants')
    const above: StoredCategory | undefined = await categories.find({ id: next })
    if (!above) throw invalidCategoryParent()
    next = above.parent_id
  }
}

/** Returns the write that makes the second of two concurrent moves fail. */
const toChangeTree = async (): Promise<Operation> => {
  const tree = await categoryTrees.find({})
  return tree ? categoryTrees.toUpdate(tree, {}) : categoryTrees.toCreate(categoryTrees.make({}))
}

/**
 * Changes or moves a category. Throws 409 if a sibling has the name, 412 if `ifMatch` names another version, and 422 if
 * the new parent is the category itself or one of its descendants.
 */
export const changeCategory = async (id: string, changes: Changes<Fields>, ifMatch: IfMatch) =>
  categories.modify(await categories.get({ id }), async (current) => {
    const update = categories.toUpdate(current, changes, ifMatch)
    if (update.isSame) return current
    const { thing } = update
    const isMoved = thing.parent_id !== current.parent_id
    const treeChange = isMoved ? [await toChangeTree()] : []
    if (isMoved && thing.parent_id !== null) await requireCategoryParent(current, thing.parent_id)

    const [before, after] = [categoryNames.keyOf(current), categoryNames.keyOf(thing)]
    const isRenamed = before.pk !== after.pk || before.sk !== after.sk
    await transact([
      update,
      ...treeChange,
      ...(isRenamed ? [toHoldName(thing), categoryNames.toRemove(current)] : []),
      ...(isMoved ? [...toCountChildren(current, -1), ...toCountChildren(thing, 1)] : []),
    ])
    return thing
  })

/** Deletes a category; throws 409 while it has courses or subcategories. */
export const removeCategory = async (id: string, ifMatch: IfMatch) =>
  categories.modify(await categories.get({ id }), async (current) => {
    const removal = categories.toRemoveRead(current, ['children_count', 'held_count'], ifMatch)
    if (current.children_count > 0 || current.held_count > 0) throw categoryNotEmpty()
    await transact([removal, categoryNames.toRemove(current), ...toCountChildren(current, -1)])
  })
