import { invalid } from '../platform/runtime/problem.ts'
import type { Operation } from '../platform/table/operation.ts'
import { children } from './child.ts'
import { findWithAncestors } from './page-access.ts'
import { pages, parentPartition, type StoredPage } from './page.ts'
import { trees, type Tree } from './tree.ts'

export const invalidParent = () => invalid('parent_id', 'must be the id of a page of the space')

/** The writes that count a page below another one, or no longer; none for a root. */
export const toCountChild = ({ parent_id }: Pick<StoredPage, 'parent_id'>, amount: 1 | -1): Operation[] =>
  parent_id === null ? [] : [pages.toAdd({ id: parent_id }, 'children_count', amount)]

/** Throws 422 when a page cannot be moved below another. */
export const requireParent = async (page: StoredPage, parent_id: string) => {
  const line = await findWithAncestors(parent_id)
  if (line?.[0]?.space_id !== page.space_id) throw invalidParent()
  if (line.some(({ id }) => id === page.id))
    throw invalid('parent_id', 'must not be the page itself or one below it')
}

/** The writes that take a page from one place of the tree to another, beside its own. */
export const toMove = (before: StoredPage, after: StoredPage, tree: Tree): Operation[] => [
  trees.toUpdate(tree, {}),
  children.toRemove({ parent: parentPartition(before), id: before.id }),
  children.toCreate({ parent: parentPartition(after), id: after.id }),
  ...toCountChild(before, -1),
  ...toCountChild(after, 1).map((operation) => ({ ...operation, otherwise: invalidParent() })),
]
