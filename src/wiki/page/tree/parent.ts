import { invalid, type Problem } from '../../../platform/runtime/problem.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { children } from './child.ts'
import { findWithAncestors, isPresent, outermostSpaceId } from '../page-space.ts'
import { pages, parentPartition, type StoredPage } from '../page.ts'
import { spaces } from '../../space/space.ts'
import { incomingMoves, trees, type Tree } from '../../space/tree.ts'

export const invalidParentPage = () =>
  invalid('parent_id', 'must be the ID of a page of the space and not a draft')

/** Returns the number of pages that a page adds to the counts of its space and parent: none for a draft. */
export const countInTree = ({ status }: Pick<StoredPage, 'status'>): 0 | 1 => (status === 'draft' ? 0 : 1)

/** Returns the write that adds pages to the count of their space; it fails if the space does not exist. */
export const toCountPages = (space_id: string, amount: number): Operation =>
  spaces.toAdd({ id: space_id }, 'page_count', amount)

/** Returns the writes that add a page to the count of its parent, or subtract it; none for roots and drafts. */
export const toCountChild = (page: Pick<StoredPage, 'parent_id' | 'status'>, amount: 1 | -1): Operation[] =>
  page.parent_id === null || page.status === 'draft'
    ? []
    : [pages.toAdd({ id: page.parent_id }, 'children_count', amount)]

/**
 * Returns the writes that count a page that enters the tree in its loaded parent. They fail with `otherwise` if the
 * parent was deleted or moved to another space, and with a conflict if the parent only just arrived in the space it was
 * moving to.
 */
export const toCountNewChild = (
  page: Pick<StoredPage, 'space_id' | 'status'>,
  parent: StoredPage | undefined,
  otherwise: Problem,
): Operation[] => {
  if (!parent || page.status === 'draft') return []
  const { space_id } = parent
  const count = pages.toIncrement(parent, { add: { children_count: 1 }, where: { space_id } })
  return [{ ...count, otherwise: space_id === page.space_id ? otherwise : undefined }]
}

/**
 * Returns true if a page of the space of `tree` can be added below `parent`, which may be arriving there with a large
 * tree.
 */
export const canHaveChild = async (
  parent: StoredPage,
  space_id: string,
  tree: Tree | undefined,
): Promise<boolean> => {
  const stored = [space_id, ...(tree ? incomingMoves(tree).map(({ from }) => from) : [])]
  return parent.status !== 'draft' && stored.includes(parent.space_id) && isPresent(tree, parent.id)
}

/** Returns the parent of a page that moves below it; throws 422 if the page cannot be there. */
export const requireParentPage = async (
  page: Pick<StoredPage, 'id' | 'space_id'>,
  parent_id: string,
): Promise<StoredPage> => {
  const line = await findWithAncestors(parent_id)
  const parent = line?.[0]
  if (!parent || outermostSpaceId(line) !== page.space_id || parent.status === 'draft')
    throw invalidParentPage()
  if (line.some(({ id }) => id === page.id))
    throw invalid('parent_id', 'must not be the page itself or one of its descendants')
  return parent
}

/** Returns the writes that list a page below another parent, or in another space. */
export const toListChild = (before: StoredPage, after: StoredPage): Operation[] => {
  const [from, to] = [parentPartition(before), parentPartition(after)]
  if (from === to) return []
  const { id } = before
  return [children.toRemove({ parent: from, id }), children.toCreate({ parent: to, id })]
}

/** Returns the writes that list and count a page of the tree below another parent, except the write of the page. */
export const toChangeParent = (before: StoredPage, after: StoredPage): Operation[] => [
  ...toListChild(before, after),
  ...toCountChild(before, -1),
  ...toCountChild(after, 1).map((operation) => ({ ...operation, otherwise: invalidParentPage() })),
]

/** Returns the writes that move a page to another parent in its space, except the write of the page itself. */
export const toMove = (before: StoredPage, after: StoredPage, tree: Tree): Operation[] => [
  trees.toUpdate(tree, {}),
  ...toChangeParent(before, after),
]
