import { readAll, readList } from '../../../platform/table/list/list.ts'
import { retryOnConflict } from '../../../platform/table/conflict.ts'
import { purgePartition, repeatUntil } from '../../../platform/table/list/partition.ts'
import { removeBatch } from '../../../platform/table/batch/batch-write.ts'
import { transact } from '../../../platform/table/table.ts'
import { children } from './child.ts'
import { pages, parentPartition, type StoredPage } from '../page.ts'
import { toCountPages } from './parent.ts'
import { spaces } from '../../space/space.ts'

/**
 * Maximum number of pages removed in one transaction; DynamoDB accepts 100 writes, and the transaction has other
 * writes.
 */
const maxPagesPerTransaction = 90

const listChildren = async (parent: string, limit = maxPagesPerTransaction) =>
  (await readList(children.in('of', { parent }), { limit })).items

/** Returns all descendants of a page; undefined if they do not fit into one transaction. */
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

/** Removes the listed pages that still exist below `parent`; returns the IDs of those without children. */
const removeListed = (space_id: string | null, parent: string, listed: { id: string }[]) =>
  retryOnConflict(async () => {
    const [found, space] = await Promise.all([
      pages.findMany(listed),
      space_id !== null && spaces.find({ id: space_id }),
    ])
    const present = found.filter(
      (page) => page !== undefined && parentPartition(page) === parent,
    ) as StoredPage[]
    const count = space ? [toCountPages(space.id, -present.length)] : []
    if (present.length > 0)
      await transact([...present.map((page) => pages.toRemoveRead(page, ['children_count'])), ...count])
    return present.filter(({ children_count }) => children_count === 0).map(({ id }) => id)
  })

/**
 * Returns the number of descendants of a page; undefined if the time `until` (milliseconds since 1970) passes before
 * the end.
 */
export const countBelow = async (id: string, until: number): Promise<number | undefined> => {
  let count = 0
  const parents = [id]
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    const { pk } = pages.keyOf({ id: parent })
    const below = (await pages.findMany(await readAll(children.in('of', { parent: pk })))).filter(
      (page) => page !== undefined,
    )
    count += below.length
    parents.push(...below.flatMap((page) => (page.children_count > 0 ? [page.id] : [])))
    if (Date.now() > until) return undefined
  }
  return count
}

/**
 * Removes all pages below `parent`, the partition of a page or a space, top-down, together with the items in their
 * partitions. `space_id` is the space that counts the pages, null if none does. A child row is removed only after all
 * descendants of the child, so that an interrupted sweep can resume. Returns false if the time `until` (milliseconds
 * since 1970) passes before the end.
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

/** Removes the items of a deleted page that has no descendants left. Returns false like `sweepBelow`. */
export const sweepItems = (page_id: string, until: number): Promise<boolean> =>
  purgePartition(pages.keyOf({ id: page_id }).pk, until)
