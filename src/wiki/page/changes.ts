import type { Actor } from '../../platform/identity/actor.ts'
import type * as z from '../../platform/schema/schema.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { writeTogether } from '../../platform/table/table.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { readPageContent } from './content.ts'
import { requireWritablePage } from './access.ts'
import { requireNextStatus, requirePublished } from './status.ts'
import { withFiles } from './revision/draft-files.ts'
import { findDraftPlace } from './tree/draft-place.ts'
import { requireParentPage, toMove } from './tree/parent.ts'
import { findDestination, toMoveBetween } from './tree/page-move.ts'
import type { Placement } from './tree/placement.ts'
import { requireArrived, type PlacedPage } from './page-space.ts'
import { pages, type PageInput, type Place, type StoredPage } from './page.ts'
import { addRevision, prepareDraft, requireNothingLost, toRevise } from './revision/changes.ts'
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

/** Resolves and checks the place of a page of the tree, and loads the target space if the page changes its space. */
const findPagePlace = async (
  actor: Actor,
  current: StoredPage,
  { page: placed, tree }: PlacedPage,
  place: Place,
): Promise<Placement> => {
  const { space_id, parent_id } = current
  const isLeaving = place.space_id !== placed.space_id
  if (!isLeaving && place.parent_id === placed.parent_id)
    return { fields: { space_id, parent_id }, toWrite: (update, others) => [update, ...others] }
  await requireArrived(tree, current)
  if (place.parent_id !== null) await requireParentPage({ ...current, ...place }, place.parent_id)
  const destination = isLeaving ? await findDestination(actor, current, place.space_id) : undefined
  return {
    fields: place,
    toWrite: (update, others) =>
      destination
        ? toMoveBetween({ actor, before: current, update, tree, destination, others })
        : [update, ...others, ...toMove(current, update.thing, tree)],
  }
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
 * archived page, a revision based on an older one, or a draft to be published whose parent is missing.
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
    const { page: placed } = allowed
    if (current.applied_drafts[draft.id] !== undefined) return placed // an earlier attempt applied the change
    if (!revised) await requireNothingLost(current, draft)
    const place = targetPlace(placed, changes)
    const { fields, toWrite } = await (current.status === 'draft'
      ? findDraftPlace(actor, allowed, place, changes.status === 'published')
      : findPagePlace(actor, current, allowed, place))
    const all = { ...changes, ...fields }
    const { update, operations } = revised
      ? toRevise(current, draft, ifMatch, all)
      : { update: pages.toUpdate(current, all, ifMatch), operations: [] }
    if (update.isSame) return placed
    if (update.thing.status === 'archived') requirePublished(current)
    requireNextStatus(current, update.thing)
    await writeTogether(toWrite(update, operations))
    return { ...update.thing, ...place }
  }

  const changed = await ignoreConflict(() => change(first))
  if (changed) return changed
  if (Object.keys(changedFields(first, changes)).length > 0) return pages.modify(first, change)
  // under contention, falls back to a path that cannot lose the race
  if (await needsRevision(first, draft)) await addRevision(actor, first, given, ifMatch)
  return (await requireWritablePage(actor, await pages.get(first))).page
}
