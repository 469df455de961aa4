import { newId } from '../platform/id.ts'
import { Stale } from '../platform/stale.ts'
import { transact } from '../platform/table.ts'
import { now } from '../platform/time.ts'
import { textOf } from './content.ts'
import { revisionOf, shownOn, toStore, type Draft, type Kept } from './draft.ts'
import { pages, type StoredPage } from './page.ts'
import { revisions, type StoredRevision } from './revision.ts'

/**
 * The way when others are faster: the page alone is changed, as it is by then, which never fails however many do it, and
 * the revision follows from it. Should this request be cut off in between, the table's stream makes the revision.
 */
export const amongMany = async (page: StoredPage, draft: Draft): Promise<StoredRevision> => {
  const { title, content, author, comment, is_minor } = draft
  const text = content === undefined ? draft.text : textOf(content)
  if (content !== undefined) await transact(toStore(page, text, content))
  const [id, created_at] = [newId(), now()]
  const set = {
    crowded: { author, comment, is_minor },
    updated_at: created_at,
    ...(title && { title }),
    ...(text && { text }),
  }

  return pages.latest(page, async (current) => {
    const number = current.numbers[id]
    if (number !== undefined) return placedAs(number, { page_id: page.id, title, text, created_at }, draft)
    const where = title === undefined ? undefined : { position: current.position }
    const after = await pages.amend(current, {
      set,
      count: 'revision',
      where,
      mark: { field: 'numbers', id },
    })
    const revision = revisionOf(shownOn(after), draft)
    await revisions.ensure(revision)
    return revision
  })
}

/** The revision that got `number`, though the answer that said so was lost; what is not new follows from the one before. */
const placedAs = async (
  number: number,
  { page_id, title, text, created_at }: Pick<Draft, 'title' | 'text'> & Pick<Kept, 'page_id' | 'created_at'>,
  draft: Draft,
) => {
  const [present, before] = await revisions.findMany(
    [number, number - 1].map((number) => ({ page_id, number })),
  )
  if (present) return present
  if (!before) throw new Stale()
  const kept = { page_id, number, title: title ?? before.title, text: text ?? before.text, created_at }
  const revision = revisionOf(kept, draft)
  await revisions.ensure(revision)
  return revision
}

/** Makes the revision that a page shows, if it came as one of many and is not there yet. */
export const completeRevision = async (page: StoredPage): Promise<void> => {
  if (page.crowded) await revisions.ensure(revisionOf(shownOn(page), page.crowded))
}
