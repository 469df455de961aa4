import { transact } from '../../../platform/table/table.ts'
import { ConflictError, retryOnConflict } from '../../../platform/table/conflict.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { readAll } from '../../../platform/table/list/list.ts'
import { trashEntries, type StoredEntry } from '../../../platform/trash/entry.ts'
import { isGoneForGood, trashedThing } from '../../../platform/trash/trashed-things.ts'
import { children } from './child.ts'
import { toRecordDetachedDrafts } from './detached-draft.ts'
import { isDraftOfAnother } from '../place.ts'
import { pages, parentPartition, type StoredPage } from '../page.ts'
import { spaces } from '../../space/space.ts'

/**
 * Maximum number of drafts detached in one transaction: each takes four of its 100 writes, and the transaction has
 * other writes.
 */
export const maxDraftsPerTransaction = 24

/** Returns the writes that make drafts roots of their space; they do not change the counts of the former parents. */
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

/** Returns the writes that detach drafts from a page, so that they become roots of their space (decision 0025). */
export const toDetachDrafts = (parent_id: string, drafts: StoredPage[]): Operation[] =>
  drafts.length === 0
    ? []
    : [...toMakeRoots(drafts), pages.toAddAll({ id: parent_id }, detachedCounts(drafts.length))]

/** Returns the change of the counts of a page when drafts are detached from it. */
const detachedCounts = (amount: number) => ({ children_count: -amount, draft_count: -amount })

/** Returns a page with its counts reduced by detached drafts. */
const withoutDrafts = (page: StoredPage, amount: number): StoredPage => ({
  ...page,
  children_count: page.children_count - amount,
  draft_count: page.draft_count - amount,
})

/** Pages that are deleted, or moved to another space, together. */
export interface TreeRemoval {
  /** Descendants of the first page that are deleted or moved with it. */
  removed: StoredPage[]
  /** Other people's drafts, and the writes that detach them. */
  detached: StoredPage[]
  detachments: Operation[]
  countChangeBelow: (page: StoredPage) => { children_count: number; draft_count: number }
  withoutDetached: (page: StoredPage) => StoredPage
}

/**
 * Splits the descendants of a page that `user_id` deletes or moves to another space: other people's drafts, invisible
 * to `user_id`, are detached and become roots of their space. Throws {@link ConflictError} if a draft was moved while
 * the pages were read.
 */
export const planTreeRemoval = (user_id: string, page: StoredPage, below: StoredPage[]): TreeRemoval => {
  const { detached = [], removed = [] } = Object.groupBy(below, (one) =>
    isDraftOfAnother(user_id, one) ? 'detached' : 'removed',
  )
  const parents = new Set<string | null>([page, ...removed].map(({ id }) => id))
  if (detached.some(({ parent_id }) => !parents.has(parent_id))) throw new ConflictError()
  const amountBelow = ({ id }: StoredPage) => detached.filter(({ parent_id }) => parent_id === id).length
  return {
    removed,
    detached,
    detachments: toMakeRoots(detached),
    countChangeBelow: (one) => detachedCounts(amountBelow(one)),
    withoutDetached: (one) => withoutDrafts(one, amountBelow(one)),
  }
}

/**
 * Detaches some of the drafts below `parent_id`; returns false if the trash entry was restored or no such draft exists.
 */
const detachSome = (entry: StoredEntry, parent_id: string, listed: { id: string }[]): Promise<boolean> =>
  retryOnConflict(async () => {
    const [present, found] = await Promise.all([trashEntries.find(entry), pages.findMany(listed)])
    const drafts = found.filter(
      (page) => page?.parent_id === parent_id && isDraftOfAnother(entry.deleted_by.id, page),
    ) as StoredPage[]
    if (!present || present.state === 'restoring' || drafts.length === 0) return false
    const isTop = parent_id === entry.id
    const top = withoutDrafts(trashedThing(pages, present), isTop ? drafts.length : 0)
    await transact([
      // without this update, the detachment would conflict with a restoration
      trashEntries.toUpdate(present, { item: pages.itemOf(top) }),
      ...(isTop ? [] : [pages.toAddAll({ id: parent_id }, detachedCounts(drafts.length))]),
      ...toMakeRoots(drafts),
      ...toRecordDetachedDrafts(entry.id, drafts),
    ])
    return true
  })

/**
 * Detaches the drafts hidden below a deleted page, as `planTreeRemoval` does in one transaction; a purged space takes
 * its drafts with it. Returns false if the time `until` (milliseconds since 1970) passes before the end.
 */
export const detachHiddenDrafts = async (entry: StoredEntry, until: number): Promise<boolean> => {
  if (await isGoneForGood(spaces, trashedThing(pages, entry).space_id)) return true
  const parents = [entry.id]
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    const { pk } = pages.keyOf({ id: parent })
    const below = (await pages.findMany(await readAll(children.in('of', { parent: pk })))).filter(
      (page) => page !== undefined,
    )
    const drafts = below.filter((page) => isDraftOfAnother(entry.deleted_by.id, page))
    for (let from = 0; from < drafts.length; from += maxDraftsPerTransaction)
      await detachSome(entry, parent, drafts.slice(from, from + maxDraftsPerTransaction))
    parents.push(...below.flatMap((page) => (page.children_count > 0 ? [page.id] : [])))
    if (Date.now() > until) return false
  }
  return true
}
