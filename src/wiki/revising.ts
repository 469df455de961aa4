import type { Actor } from '../platform/actor.ts'
import type { IfMatch } from '../platform/entity.ts'
import { conflict } from '../platform/problem.ts'
import { transact } from '../platform/table.ts'
import { textOf, toStoreContent } from './content.ts'
import { requirePage } from './page-access.ts'
import { pages, type StoredPage } from './page.ts'
import { revisions, type StoredRevision } from './revision.ts'

interface Draft extends Pick<StoredRevision, 'comment' | 'is_minor'> {
  title?: string | undefined
  /** A new text, or one that an older revision has; when both are absent the text stays. */
  content?: string | undefined
  text?: StoredRevision['text']
  base_revision?: number | undefined
}

/**
 * Puts a revision on top of a page, which shows it from then on. Numbers have no gap, however many people write: who
 * comes second is put on top of the first, or told of it (409) when they named the revision they edited.
 */
export const addRevision = (author: Actor, first: StoredPage, draft: Draft, ifMatch?: IfMatch) =>
  pages.latest(first, async (current) => {
    if (current === first) await requirePage(author, current, 'write') // not again while others are faster
    const { content, base_revision, comment, is_minor } = draft
    const number = current.revision + 1
    const text = content === undefined ? (draft.text ?? current.text) : textOf(number, content)
    const update = pages.toUpdate(current, { title: draft.title, revision: number, text }, ifMatch)
    if (base_revision !== undefined && base_revision !== current.revision)
      throw conflict(
        'wiki.revision_conflict',
        `The newest revision of the page is ${current.revision}, not ${base_revision}.`,
      )

    const { id: page_id, title, updated_at: created_at } = update.thing
    const revision = revisions.make({
      ...{ page_id, number, title, comment, is_minor, author, text, created_at },
      size: text.bytes,
    })
    const { pk } = pages.keyOf(current)
    const texts = content === undefined ? [] : toStoreContent(pk, text, content)
    await transact([update, revisions.toCreate(revision), ...texts])
    return revision
  })
