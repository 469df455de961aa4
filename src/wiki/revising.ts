import type { Actor } from '../platform/actor.ts'
import { recentMarks } from '../platform/amendment.ts'
import type { IfMatch } from '../platform/writes.ts'
import { newId } from '../platform/id.ts'
import { conflict } from '../platform/problem.ts'
import { unlessStale } from '../platform/stale.ts'
import { transact } from '../platform/table.ts'
import { now } from '../platform/time.ts'
import { textOf } from './content.ts'
import { amongMany, placedBefore } from './crowd.ts'
import { revisionOf, shownOn, toStore, type Draft, type Sent } from './draft.ts'
import { requirePage } from './page-access.ts'
import { pages, type StoredPage } from './page.ts'
import { revisions } from './revision.ts'

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
  const id = newId() // before anything else takes one: a request that was cut off is known by it
  const text = given.content === undefined ? given.text : textOf(given.content)
  await requirePage(actor, page, 'write')
  const draft = { ...given, id, text, at: now(), author: { id: actor.id, name: actor.name } }
  const isBound = draft.base_revision !== undefined || typeof ifMatch === 'number'
  if (isBound) return pages.latest(page, (current) => onTop(current, draft, ifMatch))
  return (await unlessStale(() => onTop(page, draft, ifMatch))) ?? amongMany(page, draft)
}

/** Page, revision and text in one transaction; {@link Stale} when somebody was faster. */
const onTop = async (current: StoredPage, draft: Sent, ifMatch: IfMatch) => {
  const placed = await placedBefore(current, draft)
  if (placed) return placed
  const { id, title, content, text, base_revision: base } = draft
  const number = current.revision + 1
  const changes = {
    title,
    text,
    revision: number,
    crowded: null,
    numbers: { ...recentMarks(current.numbers), [id]: number },
  }
  const update = pages.toUpdate(current, changes, ifMatch)
  if (base !== undefined && base !== current.revision)
    throw conflict(
      'wiki.revision_conflict',
      `The newest revision of the page is ${current.revision}, not ${base}.`,
    )

  const revision = revisionOf(shownOn(update.thing), draft)
  await transact([update, revisions.toCreate(revision), ...toStore(current, text, content)])
  return revision
}
