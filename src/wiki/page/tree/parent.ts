import { invalid } from '../../../platform/runtime/problem.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { children } from './child.ts'
import { findWithAncestors, outermostSpaceId } from '../page-space.ts'
import { pages, parentPartition, type StoredPage } from '../page.ts'
import { spaces } from '../../space/space.ts'
import { trees, type Tree } from '../../space/tree.ts'

export const invalidParentPage = () =>
  invalid('parent_id', 'must be the id of a page of the space and not a draft')

type Counted = Pick<StoredPage, 'parent_id' | 'status'>

const childCounts = ({ status }: Counted, amount: 1 | -1) => ({
  children_count: amount,
  ...(status === 'draft' && { draft_count: amount }),
})

/** Returns the writes that add a page to the counts of its parent, or subtract it; none for a root. */
export const toCountChild = (page: Counted, amount: 1 | -1): Operation[] =>
  page.parent_id === null ? [] : [pages.toAddAll({ id: page.parent_id }, childCounts(page, amount))]

/**
 * Returns the writes that count a new page in its loaded parent. They fail with 422 if the parent was deleted or moved
 * to another space, and with a conflict if the parent only just arrived in the space it was moving to.
 */
export const toCountNewChild = (
  page: Counted & Pick<StoredPage, 'space_id'>,
  parent: StoredPage | undefined,
): Operation[] => {
  if (!parent) return []
  const { space_id } = parent
  const count = pages.toIncrement(parent, { add: childCounts(page, 1), where: { space_id } })
  return [{ ...count, otherwise: space_id === page.space_id ? invalidParentPage() : undefined }]
}

/** Returns the number of pages that are visible in counts: drafts are excluded. */
export const countShown = (counted: Pick<StoredPage, 'status'>[]): number =>
  counted.filter(({ status }) => status !== 'draft').length

/**
 * Returns the write that adds pages to the count of their space, or subtracts them; a draft counts once it is
 * published.
 */
export const toCountPages = (
  space_id: string,
  counted: Pick<StoredPage, 'status'>[],
  amount: 1 | -1,
): Operation => spaces.toAdd({ id: space_id }, 'page_count', amount * countShown(counted))

/**
 * Returns the writes that count a draft as a page when it is published in place; the writes of a move count in the
 * parents themselves.
 */
export const toPublish = (after: StoredPage, isMoved: boolean): Operation[] => [
  toCountPages(after.space_id, [after], 1),
  ...(after.parent_id === null || isMoved ? [] : [pages.toAdd({ id: after.parent_id }, 'draft_count', -1)]),
]

/** Throws 422 if a page cannot be moved below this parent. */
export const requireParentPage = async (page: Pick<StoredPage, 'id' | 'space_id'>, parent_id: string) => {
  const line = await findWithAncestors(parent_id)
  if (!line || outermostSpaceId(line) !== page.space_id || line[0]?.status === 'draft')
    throw invalidParentPage()
  if (line.some(({ id }) => id === page.id))
    throw invalid('parent_id', 'must not be the page itself or one of its descendants')
}

/** Returns the writes that move a page to another place in the tree, except the write of the page itself. */
export const toMove = (before: StoredPage, after: StoredPage, tree: Tree): Operation[] => [
  trees.toUpdate(tree, {}),
  children.toRemove({ parent: parentPartition(before), id: before.id }),
  children.toCreate({ parent: parentPartition(after), id: after.id }),
  ...toCountChild(before, -1),
  ...toCountChild(after, 1).map((operation) => ({ ...operation, otherwise: invalidParentPage() })),
]
