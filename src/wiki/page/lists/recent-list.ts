import type { Actor } from '../../../platform/identity/actor.ts'
import type { ListPage, PageRequest } from '../../../platform/table/list/list.ts'
import { readVisible } from '../../../platform/table/list/visible-list.ts'
import { readablePages } from '../access.ts'
import type { StoredPage } from '../page.ts'
import { recentPageOrder, recentPages } from './recent-page.ts'

/** Returns the ranges of recent pages of one space or of all. */
export const recentPagesIn = (space_id: string | undefined) =>
  space_id === undefined ? recentPages.in('everywhere', {}) : recentPages.in('inSpace', { space_id })

/**
 * Returns one page of the pages that the caller may read, last changed first, in one space or in all. Takes two round
 * trips.
 */
export const queryRecentPages = (
  actor: Actor,
  space_id: string | undefined,
  page: PageRequest,
  isWanted: (page: StoredPage) => boolean = () => true,
): Promise<ListPage<StoredPage>> => {
  // a page that left the space is listed in its new space, now or soon
  const isThere = (found: StoredPage | undefined) =>
    found && (space_id === undefined || found.space_id === space_id) && isWanted(found) ? found : undefined
  return readVisible(
    {
      sources: recentPagesIn(space_id),
      orderOf: recentPageOrder,
      load: async (rows) => {
        const wanted = rows.map((row) => ({ id: row.page_id, container: row.space_id }))
        return (await readablePages(actor, wanted)).map(isThere)
      },
    },
    page,
  )
}
