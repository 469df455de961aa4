import { ConflictError, ignoreConflict } from '../../../platform/table/conflict.ts'
import { transact } from '../../../platform/table/table.ts'
import { requirePublished } from '../status.ts'
import { newRevision, snapshotPage, toStoreDraft, type PreparedDraft } from './draft.ts'
import { pages, type StoredPage } from '../page.ts'
import { revisions, type StoredRevision } from './revision.ts'

/**
 * Adds a revision under contention: updates only the current page item, which succeeds with any number of concurrent
 * writers, and then writes the revision. If this request is interrupted in between, the table's stream writes the
 * revision.
 */
export const reviseUnderContention = async (
  page: StoredPage,
  draft: PreparedDraft,
): Promise<StoredRevision> => {
  const { id, at, title, content, text, author, comment, is_minor } = draft
  // an earlier attempt of this request may have stored the text
  if (content !== undefined) await ignoreConflict(() => transact(toStoreDraft(page, text, content)))
  const set = {
    pending_revision: { author, comment, is_minor },
    updated_at: at,
    ...(title && { title }),
    ...(text && { text }),
  }

  return pages.modify(page, async (current) => {
    const placed = await findAppended(current, draft)
    if (placed) return placed
    requirePublished(current)
    const where = { status: current.status, ...(title && { position: current.position }) }
    const after = await pages.incrementInPlace(current, {
      set,
      count: 'revision',
      where,
      mark: { field: 'applied_drafts', id },
    })
    const revision = newRevision(snapshotPage(after), draft)
    await revisions.ensure(revision)
    return revision
  })
}

/**
 * Returns the revision made from a draft by an earlier attempt whose response was lost; if that revision is missing,
 * writes it with fields of the previous revision that the draft leaves unchanged.
 */
export const findAppended = async (
  page: StoredPage,
  draft: PreparedDraft,
): Promise<StoredRevision | undefined> => {
  const number = page.applied_drafts[draft.id]
  if (number === undefined) return undefined
  const { id: page_id } = page
  const [present, before] = await revisions.findMany(
    [number, number - 1].map((number) => ({ page_id, number })),
  )
  if (present) return present
  if (!before) throw new ConflictError()
  const { title = before.title, text = before.text, at: created_at } = draft
  const revision = newRevision({ page_id, number, title, text, created_at }, draft)
  await revisions.ensure(revision)
  return revision
}

/** Writes the newest revision of a page that was revised under contention, if the revision is missing. */
export const completeRevision = async (page: StoredPage): Promise<void> => {
  if (page.pending_revision) await revisions.ensure(newRevision(snapshotPage(page), page.pending_revision))
}
