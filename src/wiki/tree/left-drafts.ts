import { transact } from '../../platform/table/table.ts'
import { ConflictError, retryOnConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { trashEntries, type StoredEntry } from '../../platform/trash/entry.ts'
import { isGoneForGood, trashedThing } from '../../platform/trash/trashed-things.ts'
import { children } from './child.ts'
import { toRememberDrafts } from './left-draft.ts'
import { isDraftOfAnother } from '../page/place.ts'
import { pages, parentPartition, type StoredPage } from '../page/page.ts'
import { spaces } from '../space/space.ts'

/** How many drafts are left behind in one transaction: four writes each of 100, and others go along. */
export const maxDraftsPerTransaction = 24

/** The writes by which drafts become roots of their space; the counts of what was above them stay. */
const toMakeRoots = (drafts: StoredPage[]): Operation[] =>
  drafts.flatMap((draft) => {
    const { id } = draft
    const update = pages.toUpdate(draft, { parent_id: null })
    return [
      { ...update, isUnseen: true },
      children.toRemove({ parent: parentPartition(draft), id }),
      children.toCreate({ parent: parentPartition(update.thing), id }),
    ]
  })

/** The writes by which drafts that are below a page become roots of their space (decision 0025). */
export const toLeaveBehind = (parent_id: string, drafts: StoredPage[]): Operation[] =>
  drafts.length === 0
    ? []
    : [...toMakeRoots(drafts), pages.toAddAll({ id: parent_id }, countsOf(drafts.length))]

/** What is taken off the counts of a page that drafts have left. */
const countsOf = (amount: number) => ({ children_count: -amount, draft_count: -amount })

/** A page as it is without drafts that have left it. */
const withoutDrafts = (page: StoredPage, amount: number): StoredPage => ({
  ...page,
  children_count: page.children_count - amount,
  draft_count: page.draft_count - amount,
})

/** How pages go that are deleted, or moved to another space, together. */
export interface Departure {
  /** Those below the first that go along. */
  taken: StoredPage[]
  /** Drafts of others, and the writes by which they stay behind. */
  left: StoredPage[]
  toLeave: Operation[]
  /** What goes off the counts of a page. */
  leftBelow: (page: StoredPage) => { children_count: number; draft_count: number }
  /** A page as it goes, without the drafts that stay. */
  departing: (page: StoredPage) => StoredPage
}

/**
 * Parts what is below a page that `user_id` deletes or moves to another space: drafts of others, unknown to
 * them, stay behind as roots of their space. Throws {@link ConflictError} when one was moved while the
 * pages were read.
 */
export const partDrafts = (user_id: string, page: StoredPage, below: StoredPage[]): Departure => {
  const { left = [], taken = [] } = Object.groupBy(below, (one) =>
    isDraftOfAnother(user_id, one) ? 'left' : 'taken',
  )
  const parents = new Set<string | null>([page, ...taken].map(({ id }) => id))
  if (left.some(({ parent_id }) => !parents.has(parent_id))) throw new ConflictError()
  const amountBelow = ({ id }: StoredPage) => left.filter(({ parent_id }) => parent_id === id).length
  return {
    taken,
    left,
    toLeave: toMakeRoots(left),
    leftBelow: (one) => countsOf(amountBelow(one)),
    departing: (one) => withoutDrafts(one, amountBelow(one)),
  }
}

/** Leaves some of the drafts behind that are below `parent_id`; false once it was restored, or there are none. */
const leaveSome = (entry: StoredEntry, parent_id: string, listed: { id: string }[]): Promise<boolean> =>
  retryOnConflict(async () => {
    const [present, found] = await Promise.all([trashEntries.find(entry), pages.findMany(listed)])
    const drafts = found.filter(
      (page) => page?.parent_id === parent_id && isDraftOfAnother(entry.deleted_by.id, page),
    ) as StoredPage[]
    if (!present || present.state === 'restoring' || drafts.length === 0) return false
    const isTop = parent_id === entry.id
    const top = withoutDrafts(trashedThing(pages, present), isTop ? drafts.length : 0)
    await transact([
      // which would be a conflict with its return
      trashEntries.toUpdate(present, { item: pages.itemOf(top) }),
      ...(isTop ? [] : [pages.toAddAll({ id: parent_id }, countsOf(drafts.length))]),
      ...toMakeRoots(drafts),
      ...toRememberDrafts(entry.id, drafts),
    ])
    return true
  })

/**
 * Leaves the drafts behind that are hidden below a deleted page, as `partDrafts` does where all goes at once; they go
 * with a space that is gone for good. False when the time `until` (milliseconds since 1970) came before the end.
 */
export const leaveHiddenDrafts = async (entry: StoredEntry, until: number): Promise<boolean> => {
  if (await isGoneForGood(spaces, trashedThing(pages, entry).space_id)) return true
  const parents = [entry.id]
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    const { pk } = pages.keyOf({ id: parent })
    const below = (await pages.findMany(await readAll(children.in('of', { parent: pk })))).filter(
      (page) => page !== undefined,
    )
    const drafts = below.filter((page) => isDraftOfAnother(entry.deleted_by.id, page))
    for (let from = 0; from < drafts.length; from += maxDraftsPerTransaction)
      await leaveSome(entry, parent, drafts.slice(from, from + maxDraftsPerTransaction))
    parents.push(...below.flatMap((page) => (page.children_count > 0 ? [page.id] : [])))
    if (Date.now() > until) return false
  }
  return true
}
