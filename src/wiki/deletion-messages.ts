import type { StreamChange } from '../platform/events/dispatcher.ts'
import type { QueueMessage } from '../platform/events/message-kind.ts'
import type { StoredEntry } from '../platform/trash/entry.ts'
import { findChunks } from '../platform/trash/trash-chunk.ts'
import { pages, pageType } from './page/page.ts'
import { pageDeletions } from './queues.ts'
import { spaces, spaceType } from './space/space.ts'

/**
 * Returns messages that notify people of the deletion of a page or space: one for each page in the trash entry, and one
 * for the partition of pages that stay in place, hidden.
 */
export const pageDeletionEvents = async ({
  before,
  after,
}: StreamChange<StoredEntry>): Promise<QueueMessage[]> => {
  if (before || !after || after.state !== 'trashed') return []
  const { id: entry_id, deleted_at, owner_id, is_whole } = after
  const top = { entry_id, deleted_at, page_id: entry_id, author_id: owner_id }
  if (after.type === spaceType.type)
    return [pageDeletions.message({ ...top, below: spaces.keyOf({ id: entry_id }).pk })]
  if (after.type !== pageType.type) return []
  const along = (await findChunks(after)).items.map(pages.read)
  const hidden = is_whole ? [] : [{ ...top, below: pages.keyOf({ id: entry_id }).pk }]
  return [
    top,
    ...along.map(({ id: page_id, author }) => ({ ...top, page_id, author_id: author.id })),
    ...hidden,
  ].map((body) => pageDeletions.message(body))
}
