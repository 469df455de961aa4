import type { Actor } from '../../../platform/identity/actor.ts'
import { isAmong, personIds } from '../../../platform/schema/list-fields.ts'
import { readList, type ListPage, type PageRequest, type Source } from '../../../platform/table/list/list.ts'
import { sortThings } from '../../../platform/table/list/sorted-list.ts'
import { authorizePage, decidePage, findPlaced } from '../access.ts'
import { draftListing, listedPages } from './listed-page.ts'
import type { StoredPage } from '../page.ts'
import { queryRecentPages, recentPagesIn } from './recent-list.ts'

export interface PageFilters {
  space_id?: string | undefined
  tag?: string[] | undefined
  author_id?: string[] | undefined
  subscribed?: boolean | undefined
  status?: StoredPage['status'][] | undefined
}

/** An index row that points to a page. */
interface Row {
  page_id: string
  space_id: string | null
}

/** Maximum number of rows read from each range. */
const maxRows = 1_000

/** Returns the key ranges that contain all pages matching a filter; none if the recent pages contain them all. */
const pageRanges = ({ id }: Actor, filters: PageFilters): Source<Row>[][] => {
  const { space_id, tag, author_id, subscribed, status } = filters
  const listings = (...all: string[]) => all.flatMap((listing) => listedPages.in('of', { listing }))
  if (subscribed) return [listings(`subscriber#${id}`)]
  if (tag) return [listings(...tag.map((one) => `tag#${one}`))]
  if (author_id) return [listings(...author_id.map((one) => `author#${one}`))]
  if (!status || (!status.includes('draft') && status.includes('published'))) return []
  return [
    ...(status.includes('published') ? [recentPagesIn(space_id)] : []),
    ...(status.includes('archived') ? [listings('status#archived')] : []),
    // the caller's own drafts are found even if other people have more drafts than one range reads
    ...(status.includes('draft') ? [listings(draftListing(space_id)), listings(`author#${id}`)] : []),
  ]
}

/** Loads the pages of these ranges with their spaces and trees; `truncated` if a range has more rows. */
const loadListedPages = async (ranges: Source<Row>[][]) => {
  const read = await Promise.all(ranges.map((sources) => readList(sources, { limit: maxRows })))
  const rows = new Map(read.flatMap(({ items }) => items.map((row) => [row.page_id, row])))
  const wanted = [...rows.values()].map(({ page_id, space_id }) => ({
    id: page_id,
    ...(space_id !== null && { container: space_id }),
  }))
  return {
    placed: (await findPlaced(wanted)).flatMap((one) => one ?? []),
    truncated: read.some(({ next_cursor }) => next_cursor !== null),
  }
}

/**
 * Returns one page of the pages that match all filters and that the caller may read, last changed first. Takes two
 * round trips. For a tag, author or subscriber with more than 1,000 pages only the newest 1,000 are read.
 */
export const queryFilteredPages = async (
  actor: Actor,
  given: PageFilters,
  page: PageRequest,
): Promise<ListPage<StoredPage> & { truncated?: boolean }> => {
  const author_id = personIds(given.author_id, actor)
  const { tag, status } = given
  const isWanted = (one: StoredPage): boolean =>
    (given.space_id === undefined || one.space_id === given.space_id) &&
    isAmong(status, one.status) &&
    isAmong(author_id, one.author.id) &&
    (tag === undefined || one.tags.some((each) => tag.includes(each)))
  const ranges = pageRanges(actor, { ...given, author_id })
  if (ranges.length === 0) return queryRecentPages(actor, undefined, page, isWanted)

  const { placed, truncated } = await loadListedPages(ranges)
  const seen = placed.filter(({ page, space }) => isWanted(page) && decidePage(page, space, actor))
  const things = seen.map(({ page, space }) => ({ ...page, space }))
  const found = sortThings(things, page, { by: ({ updated_at }) => updated_at, isDescending: true })
  for (const { space, ...shown } of found.items) authorizePage(shown, space, actor)
  return { ...found, truncated }
}
