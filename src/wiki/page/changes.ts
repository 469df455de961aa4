import type { Actor } from '../../platform/identity/actor.ts'
import type * as z from '../../platform/schema/schema.ts'
import { ConflictError, ignoreConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { readPageContent } from './content.ts'
import { toDetachDrafts } from './tree/detached-drafts.ts'
import { requireWritablePage } from './access.ts'
import { requireNextStatus, requirePublished } from './status.ts'
import { withFiles } from './revision/draft-files.ts'
import { requireParentPage, toMove, toPublish } from './tree/parent.ts'
import { findDestination, toMoveBetween } from './tree/page-move.ts'
import { requireArrived } from './page-space.ts'
import { pages, type PageInput, type StoredPage } from './page.ts'
import { addRevision, prepareDraft, requireNothingLost, toRevise } from './revision/changes.ts'
import type { Tree } from '../space/tree.ts'
import type { PreparedDraft, RevisionDraft } from './revision/draft.ts'

type PageChanges = Changes<z.output<typeof PageInput>>

interface PageEdit {
  changes: PageChanges
  /** The new revision, if the title or content differs. */
  draft: Omit<RevisionDraft, 'author'>
}

/** Returns the target position of a page. In another space the page becomes a root unless `parent_id` is given. */
const targetPlace = (current: StoredPage, { space_id = current.space_id, parent_id }: PageChanges) => {
  const unchanged = space_id === current.space_id ? current.parent_id : null
  return { space_id, parent_id: parent_id === undefined ? unchanged : parent_id }
}

/** Resolves and checks the target position of a page, and loads the target space if the page changes its space. */
const prepareMove = async (
  actor: Actor,
  current: StoredPage,
  { page: placed, tree }: Awaited<ReturnType<typeof requireWritablePage>>,
  changes: PageChanges,
) => {
  const place = targetPlace(placed, changes)
  const isLeaving = place.space_id !== placed.space_id
  const isMoved = isLeaving || place.parent_id !== placed.parent_id
  if (!isMoved) return { place, isMoved, destination: undefined }
  await requireArrived(tree, current)
  if (place.parent_id !== null) await requireParentPage({ ...current, ...place }, place.parent_id)
  const destination = isLeaving ? await findDestination(actor, current, place.space_id) : undefined
  return { place, isMoved, destination }
}

/** Returns the writes that update the page tree and the counts of a space after a page is moved or published. */
const toSyncTree = (before: StoredPage, after: StoredPage, isMoved: boolean, tree: Tree): Operation[] => {
  const isPublished = before.status === 'draft' && after.status !== 'draft'
  return [...(isPublished ? toPublish(after, isMoved) : []), ...(isMoved ? toMove(before, after, tree) : [])]
}

const writeWith = (update: Operation, others: Operation[]): Promise<unknown> =>
  others.length === 0 ? writeItem(update) : transact([update, ...others])

/**
 * Detaches a draft from a large tree that is moving, ahead of the worker, then throws a conflict so that the caller
 * reloads the draft.
 */
const leaveDraft = async (draft: StoredPage): Promise<never> => {
  await transact(toDetachDrafts(String(draft.parent_id), [draft]))
  throw new ConflictError()
}

const needsRevision = async (
  page: StoredPage,
  { title = page.title, content, text }: PreparedDraft,
): Promise<boolean> => {
  if (title !== page.title) return true
  if (content === undefined || text === undefined) return false
  return (
    text.bytes !== page.text.bytes || content !== (await readPageContent(pages.keyOf(page).pk, page.text))
  )
}

/**
 * Changes or moves a page and adds a revision if title or content differ, all or nothing. Throws 422 if the new parent
 * is the page itself or one of its descendants, 403 for a space that the caller may not write, 412, and 409 for an
 * archived page or a draft based on an older revision.
 */
export const changePage = async (
  actor: Actor,
  first: StoredPage,
  { changes, draft: given }: PageEdit,
  ifMatch: IfMatch,
): Promise<StoredPage> => {
  const draft = await withFiles(actor, prepareDraft(actor, given), first)

  const change = async (current: StoredPage): Promise<StoredPage> => {
    const reading = [requireWritablePage(actor, current), needsRevision(current, draft)] as const
    const [allowed, revised] = await Promise.all(reading)
    const { page: placed, tree } = allowed
    if (current.numbers[draft.id] !== undefined) return placed // an earlier attempt applied the change
    if (!revised) await requireNothingLost(current, draft)
    if (placed.parent_id !== current.parent_id) return leaveDraft(current)
    const { place, isMoved, destination } = await prepareMove(actor, current, allowed, changes)
    const { space_id, parent_id } = isMoved ? place : current
    const all = { ...changes, space_id, parent_id }
    const { update, operations } = revised
      ? toRevise(current, draft, ifMatch, all)
      : { update: pages.toUpdate(current, all, ifMatch), operations: [] }
    if (update.isSame) return placed
    if (update.thing.status === 'archived') requirePublished(current)
    requireNextStatus(current, update.thing)
    if (destination) {
      await transact(toMoveBetween({ actor, before: current, update, tree, destination, others: operations }))
      return update.thing
    }
    await writeWith(update, [...operations, ...toSyncTree(current, update.thing, isMoved, tree)])
    return { ...update.thing, ...place }
  }

  const changed = await ignoreConflict(() => change(first))
  if (changed) return changed
  if (Object.keys(changedFields(first, changes)).length > 0) return pages.modify(first, change)
  // under contention, falls back to a path that cannot lose the race
  if (await needsRevision(first, draft)) await addRevision(actor, first, given, ifMatch)
  return (await requireWritablePage(actor, await pages.get(first))).page
}
