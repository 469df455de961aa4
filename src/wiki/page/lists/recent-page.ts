import * as z from '../../../platform/schema/schema.ts'
import { derivedRows } from '../../../platform/table/derived-rows.ts'
import { entity, keyWithin } from '../../../platform/table/entity.ts'
import { pages, type StoredPage } from '../page.ts'

interface RecentPage {
  page_id: string
  space_id: string
  updated_at: string
}

/** Returns the sort key of a recent page, oldest first, which is also its cursor. */
export const recentPageOrder = ({ updated_at, page_id }: RecentPage): string => `${updated_at}#${page_id}`

/**
 * Index rows of pages by the time of their last change, in their space and across all spaces. Permissions are checked
 * when the list is read.
 */
export const recentPages = entity({
  name: 'wiki.recent_page',
  isInternal: true,
  schema: z.object({ page_id: z.string(), space_id: z.string(), updated_at: z.string() }),
  key: keyWithin('page_id', pages, () => 'recent'),
  lists: {
    everywhere: {
      index: 'gsi1',
      partition: () => 'wiki#recent',
      shared: true,
      sort: recentPageOrder,
      order: 'descending',
    },
    inSpace: {
      index: 'gsi2',
      partition: ({ space_id }: { space_id: string }) => `space#${space_id}#recent`,
      sort: recentPageOrder,
      order: 'descending',
    },
  },
})

/** Returns the row of a page; none for a draft, which must stay invisible. */
const recentPageRow = (page: StoredPage | undefined): Map<string, RecentPage> => {
  if (!page || page.status === 'draft') return new Map()
  const { id, space_id, updated_at } = page
  return new Map([[id, { page_id: id, space_id, updated_at }]])
}

export const recentRows = derivedRows(recentPages, recentPageRow)
