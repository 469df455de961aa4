import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../platform/identity/actor.ts'
import { conflict } from '../platform/runtime/problem.ts'
import { requireFixed } from '../platform/schema/fields.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { children } from './child.ts'
import { readContent } from './content.ts'
import { requirePage } from './page-access.ts'
import { requireParent, toCountChild, toMove } from './page-parent.ts'
import { findDescendants } from './page-tree.ts'
import { pages, parentPartition, type StoredPage } from './page.ts'
import { addRevision, prepareDraft, toRevise } from './revision-changes.ts'
import type { PreparedDraft, RevisionDraft } from './revision-draft.ts'
import { spaces } from './space.ts'
import { trees, withSweep } from './tree.ts'

type PageChanges = Changes<Pick<StoredPage, 'parent_id' | 'position' | 'status' | 'tags'>>

interface PageEdit {
  changes: PageChanges
  /** What is to be shown from then on, if it is another title or content. */
  draft: Omit<RevisionDraft, 'author'>
  space_id: string | undefined
}

/** The changes of fields that are not as they are to be. */
const changedFields = (page: StoredPage, changes: PageChanges): PageChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, page[field as keyof PageChanges]),
    ),
  )

const needsRevision = async (
  page: StoredPage,
  { title = page.title, content, text }: PreparedDraft,
): Promise<boolean> => {
  if (title !== page.title) return true
  if (content === undefined || text === undefined) return false
  return text.bytes !== page.text.bytes || content !== (await readContent(pages.keyOf(page).pk, page.text))
}

/**
 * Changes or moves a page, and revises it when title or content differ, all or nothing. Throws 422 for a place below
 * itself or in another space, 412, 409 when the draft was made from an older revision.
 */
export const changePage = async (
  actor: Actor,
  first: StoredPage,
  { changes, draft: given, space_id }: PageEdit,
  ifMatch: IfMatch,
): Promise<StoredPage> => {
  const draft = prepareDraft(actor, given)

  const change = async (current: StoredPage): Promise<StoredPage> => {
    const [{ tree }, revised] = await Promise.all([
      requirePage(actor, current, 'write'),
      needsRevision(current, draft),
    ])
    requireFixed(current, { space_id }, 'a page cannot move to another space')
    if (current.numbers[draft.id] !== undefined) return current // a request that was cut off has made it so
    const { parent_id } = { ...current, ...(changes.parent_id !== undefined && changes) }
    const isMoved = parent_id !== current.parent_id
    if (isMoved && parent_id) await requireParent(current, parent_id)

    const { update, operations } = revised
      ? toRevise(current, draft, ifMatch, changes)
      : { update: pages.toUpdate(current, changes, ifMatch), operations: [] }
    if (update.isSame) return current
    const moves = isMoved ? toMove(current, update.thing, tree) : []
    if (operations.length + moves.length === 0) await writeItem(update)
    else await transact([update, ...operations, ...moves])
    return update.thing
  }

  const changed = await ignoreConflict(() => change(first))
  if (changed) return changed
  if (Object.keys(changedFields(first, changes)).length > 0) return pages.modify(first, change)
  // the way for many at once: nobody who revises alone has to be faster than the others
  if (await needsRevision(first, draft)) await addRevision(actor, first, given, ifMatch)
  return pages.get(first)
}

/**
 * Removes a page, with `recursive` all below it as well: up to 90 pages with it, together; of more, the page
 * itself, and the others are swept behind it while reads look whether everything above a page is still there.
 */
export const removePage = (actor: Actor, first: StoredPage, recursive: boolean, ifMatch: IfMatch) =>
  pages.modify(first, async (current) => {
    const { tree } = await requirePage(actor, current, 'write')
    const { id, space_id, children_count } = current
    const removal = pages.toRemoveRead(current, ['children_count'], ifMatch)
    if (children_count > 0 && !recursive)
      throw conflict(
        'wiki.page_has_children',
        'The page has pages below it; recursive=true deletes them too.',
      )

    const below = await findDescendants(current)
    await transact([
      removal,
      children.toRemove({ parent: parentPartition(current), id }),
      ...toCountChild(current, -1),
      spaces.toAdd({ id: space_id }, 'page_count', -1 - (below?.length ?? 0)),
      ...(below?.map((page) => pages.toRemoveRead(page, ['children_count'])) ?? [
        trees.toUpdate(tree, { sweeps: withSweep(tree, id) }),
      ]),
    ])
  })
