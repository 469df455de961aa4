import { readAll, readList } from '../../platform/table/list/list.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { purgePartition, repeatUntil } from '../../platform/table/list/partition.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { transact } from '../../platform/table/table.ts'
import { children } from './child.ts'
import { pages, parentPartition, type StoredPage } from '../page/page.ts'
import { toCountPages } from './parent.ts'
import { spaces } from '../space/space.ts'

/** How many pages are removed in one transaction; DynamoDB takes 100 writes, and others go along. */
const maxPagesPerTransaction = 90

const listChildren = async (parent: string, limit = maxPagesPerTransaction) =>
  (await readList(children.in('of', { parent }), { limit })).items

/** All pages below one; undefined when they are more than go in one transaction. */
export const findDescendants = async (page: StoredPage): Promise<StoredPage[] | undefined> => {
  const below: StoredPage[] = []
  let level = [page]
  while (level.length > 0) {
    const parents = level.filter(({ children_count }) => children_count > 0)
    const rows = await Promise.all(
      parents.map(({ id }) => listChildren(pages.keyOf({ id }).pk, maxPagesPerTransaction + 1)),
    )
    if (below.length + rows.flat().length > maxPagesPerTransaction) return undefined
    level = (await pages.findMany(rows.flat())).filter((page) => page !== undefined)
    below.push(...level)
  }
  return below
}

/**
 * Removes those of the pages that are still there and still below `parent`; gives the ones that had none
 * below them.
 */
const removeListed = (space_id: string | null, parent: string, listed: { id: string }[]) =>
  retryOnConflict(async () => {
    const [found, space] = await Promise.all([
      pages.findMany(listed),
      space_id !== null && spaces.find({ id: space_id }),
    ])
    const present = found.filter(
      (page) => page !== undefined && parentPartition(page) === parent,
    ) as StoredPage[]
    const count = space ? [toCountPages(space.id, present, -1)] : []
    if (present.length > 0)
      await transact([...present.map((page) => pages.toRemoveRead(page, ['children_count'])), ...count])
    return present.filter(({ children_count }) => children_count === 0).map(({ id }) => id)
  })

/**
 * The number of pages below one, drafts not counted. Undefined when the time `until` (milliseconds since 1970) came
 * before the end.
 */
export const countBelow = async (id: string, until: number): Promise<number | undefined> => {
  let count = 0
  const parents = [id]
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    const { pk } = pages.keyOf({ id: parent })
    const below = (await pages.findMany(await readAll(children.in('of', { parent: pk })))).filter(
      (page) => page !== undefined,
    )
    count += below.filter(({ status }) => status !== 'draft').length
    parents.push(...below.flatMap((page) => (page.children_count > 0 ? [page.id] : [])))
    if (Date.now() > until) return undefined
  }
  return count
}

/**
 * Removes all pages below `parent`, the partition of a page or a space, from above to below, and what is with them;
 * `space_id` is where they are counted, null where they are not. A child is struck off its parent's list only when
 * nothing is left below it, so that it can be gone on with at any time. False when the time `until` (milliseconds since
 * 1970) came before the end.
 */
export const sweepBelow = (space_id: string | null, parent: string, until: number): Promise<boolean> =>
  repeatUntil(until, async () => {
    const listed = await listChildren(parent)
    if (listed.length === 0) return true
    const leaves = new Set(await removeListed(space_id, parent, listed))
    for (const { id } of listed)
      if (!leaves.has(id) && !(await sweepBelow(space_id, pages.keyOf({ id }).pk, until))) return false
    for (const { id } of listed) if (!(await sweepItems(id, until))) return false
    await removeBatch(listed.map(({ id }) => children.keyOf({ parent, id })))
    return false
  })

/** Removes what is with a page that is gone, when nothing is left below it. False as `sweepBelow`. */
export const sweepItems = (page_id: string, until: number): Promise<boolean> =>
  purgePartition(pages.keyOf({ id: page_id }).pk, until)
