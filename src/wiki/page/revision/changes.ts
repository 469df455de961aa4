import { problemDocs } from '#docs'
import type { Actor } from '../../../platform/identity/actor.ts'
import { recentMarks } from '../../../platform/table/in-place-increment.ts'
import type { Changes, IfMatch } from '../../../platform/table/changes.ts'
import { newId } from '../../../platform/runtime/id.ts'
import { invalid, problem } from '../../../platform/runtime/problem.ts'
import { requestContext } from '../../../platform/runtime/request-context.ts'
import { ignoreConflict } from '../../../platform/table/conflict.ts'
import { transact } from '../../../platform/table/table.ts'
import { now } from '../../../platform/runtime/time.ts'
import { newStoredContent } from '../content.ts'
import { reviseUnderContention, findAppended } from './contention.ts'
import { newRevision, snapshotPage, toStoreDraft, type RevisionDraft, type PreparedDraft } from './draft.ts'
import { requireWritablePage } from '../access.ts'
import { requirePublished } from '../status.ts'
import { toSyncPageFiles } from '../files.ts'
import { withFiles } from './draft-files.ts'
import { pages, type StoredPage } from '../page.ts'
import { revisions } from './revision.ts'

/** Returns a draft with the ID and time that identify it in retries. */
export const prepareDraft = ({ id, name }: Actor, given: Omit<RevisionDraft, 'author'>): PreparedDraft => {
  const text = given.content === undefined ? given.text : newStoredContent(given.content)
  return { ...given, id: newId(), text, at: now(), author: { id, name } }
}

/**
 * Adds a revision to a page, which shows it from that time on. Revision numbers have no gaps under concurrent writes:
 * the revision of a slower writer follows the faster one, or fails (409, 412) if the request names the revision it is
 * based on.
 */
export const addRevision = async (
  actor: Actor,
  page: StoredPage,
  given: Omit<RevisionDraft, 'author'>,
  ifMatch: IfMatch,
) => {
  // generates the ID before any other, so that a retry of the request has the same ID
  const prepared = prepareDraft(actor, given)
  const [draft] = await Promise.all([withFiles(actor, prepared, page), requireWritablePage(actor, page)])
  // under an Idempotency-Key, one transaction makes the revision and records the key
  const isKeyed = requestContext().replay !== undefined
  const isBound = isKeyed || draft.base_revision !== undefined || Array.isArray(ifMatch)
  if (isBound) return pages.modify(page, (current) => appendRevision(current, draft, ifMatch))
  return (
    (await ignoreConflict(() => appendRevision(page, draft, ifMatch))) ?? reviseUnderContention(page, draft)
  )
}

/** Writes page, revision and text in one transaction; throws {@link ConflictError} if another writer was faster. */
const appendRevision = async (current: StoredPage, draft: PreparedDraft, ifMatch: IfMatch) => {
  const placed = await findAppended(current, draft)
  if (placed) return placed
  const { update, revision, operations } = toRevise(current, draft, ifMatch)
  requirePublished(current)
  await transact([update, ...operations])
  return revision
}

export const revisionConflict = problem('wiki.revision_conflict', 409, {
  wording: (newest: number, base: number) =>
    `The newest revision of the page is ${newest}, not ${base}; base the change on the newest revision.`,
  docs: problemDocs({
    meaning: '`base_revision` is not the newest revision; the detail names the newest.',
    example: [4, 3],
  }),
})

/**
 * Throws if a draft without new title or content has fields that only a revision can store: 409 for an older
 * `base_revision`, 422 for a comment or `is_minor`. Resubmitting the newest revision succeeds.
 */
export const requireNothingLost = async (page: StoredPage, draft: PreparedDraft): Promise<void> => {
  const { author, comment, is_minor, base_revision: base = page.revision } = draft
  if (comment === null && !is_minor && base === page.revision) return
  const newest = await revisions.find({ page_id: page.id, number: page.revision })
  const isSame = newest?.author.id === author.id && newest.comment === comment && newest.is_minor === is_minor
  if (isSame && (base === page.revision || base === page.revision - 1)) return
  if (base !== page.revision) throw revisionConflict(page.revision, base)
  throw invalid(
    comment === null ? 'is_minor' : 'comment',
    'requires a "title" or "content" that differs from the page',
  )
}

/**
 * Returns the writes that make a draft the newest revision of a page, together with `others`, changes that need no
 * revision. Throws 412, and 409 if the draft is based on an older revision.
 */
export const toRevise = (
  current: StoredPage,
  draft: PreparedDraft,
  ifMatch: IfMatch,
  others: Changes<StoredPage> = {},
) => {
  const { id, title, content, text, base_revision: base } = draft
  const number = current.revision + 1
  const applied_drafts = { ...recentMarks(current.applied_drafts), [id]: number }
  const changes = { ...others, title, text, revision: number, pending_revision: null, applied_drafts }
  const update = pages.toUpdate(current, changes, ifMatch)
  if (base !== undefined && base !== current.revision) throw revisionConflict(current.revision, base)

  const revision = newRevision(snapshotPage(update.thing), draft)
  return {
    update,
    revision,
    operations: [
      revisions.toCreate(revision),
      ...toStoreDraft(current, text, content),
      ...toSyncPageFiles(current, update.thing),
    ],
  }
}
