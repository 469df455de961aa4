import { invalid } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { children } from './child.ts'
import { findWithAncestors, spaceOfLine } from '../space/page-space.ts'
import { pages, parentPartition, type StoredPage } from '../page/page.ts'
import { spaces } from '../space/space.ts'
import { trees, type Tree } from './tree.ts'

export const invalidParent = () =>
  invalid('parent_id', 'must be the id of a page of the space, not of a draft')

type Counted = Pick<StoredPage, 'parent_id' | 'status'>

const countsOf = ({ status }: Counted, amount: 1 | -1) => ({
  children_count: amount,
  ...(status === 'draft' && { draft_count: amount }),
})

/** The writes that count a page below another one, or no longer; none for a root. */
export const toCountChild = (page: Counted, amount: 1 | -1): Operation[] =>
  page.parent_id === null ? [] : [pages.toAddAll({ id: page.parent_id }, countsOf(page, amount))]

/**
 * The writes that count a new page below one that was read; 422 if that one has gone or is in another space by now, a
 * conflict if it has only come where it was going.
 */
export const toCountNewChild = (
  page: Counted & Pick<StoredPage, 'space_id'>,
  parent: StoredPage | undefined,
): Operation[] => {
  if (!parent) return []
  const { space_id } = parent
  const count = pages.toIncrement(parent, { add: countsOf(page, 1), where: { space_id } })
  return [{ ...count, otherwise: space_id === page.space_id ? invalidParent() : undefined }]
}

/** How many of the pages are counted where people see it: no drafts. */
export const countShown = (counted: Pick<StoredPage, 'status'>[]): number =>
  counted.filter(({ status }) => status !== 'draft').length

/** The write that counts pages in their space, or no longer; a draft is not counted until it is published. */
export const toCountPages = (
  space_id: string,
  counted: Pick<StoredPage, 'status'>[],
  amount: 1 | -1,
): Operation => spaces.toAdd({ id: space_id }, 'page_count', amount * countShown(counted))

/** The writes by which a draft that is published where it is counts as a page; a move counts its parents itself. */
export const toPublish = (after: StoredPage, isMoved: boolean): Operation[] => [
  toCountPages(after.space_id, [after], 1),
  ...(after.parent_id === null || isMoved ? [] : [pages.toAdd({ id: after.parent_id }, 'draft_count', -1)]),
]

/** Throws 422 when a page cannot be moved below another. */
export const requireParent = async (page: Pick<StoredPage, 'id' | 'space_id'>, parent_id: string) => {
  const line = await findWithAncestors(parent_id)
  if (!line || spaceOfLine(line) !== page.space_id || line[0]?.status === 'draft') throw invalidParent()
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
