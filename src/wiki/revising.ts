import type { Actor } from '../platform/actor.ts'
import type { IfMatch } from '../platform/entity.ts'
import { newId } from '../platform/id.ts'
import { conflict } from '../platform/problem.ts'
import { Stale, transact, unlessStale } from '../platform/table.ts'
import { textOf, toStoreContent } from './content.ts'
import { requirePage } from './page-access.ts'
import { pages, type StoredPage } from './page.ts'
import { revisions, type StoredRevision } from './revision.ts'

interface Draft extends Pick<StoredRevision, 'author' | 'comment' | 'is_minor'> {
  title?: string | undefined
  /** A new text, or one that an older revision has; when both are absent the text stays. */
  content?: string | undefined
  text?: StoredRevision['text'] | undefined
  base_revision?: number | undefined
}

/**
 * Puts a revision on top of a page, which shows it from then on. Numbers have no gap, however many people write: who
 * comes second is put on top of the first, or told of it (409, 412) when they named what they had edited.
 */
export const addRevision = async (
  actor: Actor,
  page: StoredPage,
  given: Omit<Draft, 'author'>,
  ifMatch: IfMatch,
) => {
  await requirePage(actor, page, 'write')
  const draft = { ...given, author: { id: actor.id, name: actor.name } }
  const isBound = draft.base_revision !== undefined || typeof ifMatch === 'number'
  if (isBound) return pages.latest(page, (current) => onTop(current, draft, ifMatch))
  return (await unlessStale(() => onTop(page, draft, ifMatch))) ?? amongMany(page, draft)
}

/** The revision that the page shows. */
const shownOn = (
  page: StoredPage,
  { author, comment, is_minor }: Pick<Draft, 'author' | 'comment' | 'is_minor'>,
) => {
  const { id: page_id, revision: number, title, text, updated_at: created_at } = page
  return revisions.make({
    page_id,
    number,
    title,
    text,
    size: text.bytes,
    created_at,
    author,
    comment,
    is_minor,
  })
}

/** Page, revision and text in one transaction; {@link Stale} when somebody was faster. */
const onTop = async (current: StoredPage, draft: Draft, ifMatch: IfMatch) => {
  const { title, content, base_revision: base } = draft
  const text = content === undefined ? draft.text : textOf(content)
  const changes = {
    title,
    text,
    revision: current.revision + 1,
    crowded: null,
    numbers: recent(current.numbers),
  }
  const update = pages.toUpdate(current, changes, ifMatch)
  if (base !== undefined && base !== current.revision)
    throw conflict(
      'wiki.revision_conflict',
      `The newest revision of the page is ${current.revision}, not ${base}.`,
    )

  const revision = shownOn(update.thing, draft)
  await transact([update, revisions.toCreate(revision), ...toStore(current, text, content)])
  return revision
}

const toStore = (page: StoredPage, text: Draft['text'], content: string | undefined) =>
  text && content !== undefined ? toStoreContent(pages.keyOf(page).pk, text, content) : []

/** Longer than any request goes on trying. */
const recentMilliseconds = 60_000

/** The numbers under ids of the last minute: an id begins with its time. */
const recent = (numbers: StoredPage['numbers']) =>
  Object.fromEntries(
    Object.entries(numbers).filter(
      ([id]) => Number.parseInt(id.replace('-', '').slice(0, 12), 16) > Date.now() - recentMilliseconds,
    ),
  )

/**
 * The way when others are faster: the page alone is changed, as it is by then, which never fails however many do it; the
 * revision follows from the page. Should this request be cut off in between, whoever comes next makes it, and so does the
 * table's stream.
 */
const amongMany = async (page: StoredPage, draft: Draft): Promise<StoredRevision> => {
  const { title, content, author, comment, is_minor } = draft
  const text = content === undefined ? draft.text : textOf(content)
  if (content !== undefined) await transact(toStore(page, text, content))
  const id = newId()
  return pages.latest(page, async (current) => {
    const number = current.numbers[id]
    if (number !== undefined) return placedAs(current, number)
    const { before, after } = await pages.amend(current, {
      set: { crowded: { author, comment, is_minor }, ...(title && { title }), ...(text && { text }) },
      count: 'revision',
      where: title === undefined ? undefined : { position: current.position },
      mark: { field: 'numbers', id },
    })
    await Promise.all([completeRevision(before), completeRevision(after)])
    return shownOn(after, draft)
  })
}

/** A revision that is known to be there, though the answer to its making was lost. */
const placedAs = async (page: StoredPage, number: number) => {
  if (number === page.revision) await completeRevision(page)
  const revision = await revisions.find({ page_id: page.id, number })
  if (!revision) throw new Stale()
  return revision
}

/** Makes the revision that a page shows, if it came as one of many and is not there yet. */
export const completeRevision = async (page: StoredPage): Promise<void> => {
  if (page.crowded) await revisions.ensure(shownOn(page, page.crowded))
}
