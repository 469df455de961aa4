import type * as z from '../../platform/schema/schema.ts'
import { fold } from '../../language/fold.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { matchingMembers } from '../../platform/identity/members.ts'
import { isAmong, parseSort, querySort } from '../../platform/schema/list-fields.ts'
import { searchSorted } from '../../platform/search/query/list-search.ts'
import { searchScopes } from '../../platform/search/definition.ts'
import { newestFirst, oldestFirst, readList, type PageRequest } from '../../platform/table/list/list.ts'
import { maxSortedRows, readSorted, sortThings } from '../../platform/table/list/sorted-list.ts'
import { files, fileSearchScope, isAbandoned, type StoredFile } from './file.ts'
import { detectMediaKind, type MediaKind } from './media-kind.ts'
import { listShared } from './share.ts'

export const FileSort = querySort('created', 'name', 'size')
type FileSort = z.output<typeof FileSort>

type ListedFile = Pick<StoredFile, 'id' | 'name' | 'size' | 'content_type' | 'status' | 'created_at'>

interface Filters {
  q?: string | undefined
  kind?: MediaKind[] | undefined
  sort?: FileSort | undefined
  /** True to list files that other people share with the caller, instead of the caller's own. */
  shared: boolean
}

/** Number of additional rows read with a page, in place of abandoned uploads. */
const spareRows = 20

const values = {
  created: ({ created_at }: ListedFile) => created_at,
  name: ({ name }: ListedFile) => fold(name),
  size: ({ size }: ListedFile) => size,
}

const fileOrder = (sort: FileSort) => {
  const { name, isDescending } = parseSort(sort)
  return { by: values[name], isDescending }
}

/** Returns one page of the files that match a search, best matches first unless `sort` is given. */
const searchFiles = async (actor: Actor, q: string, { sort, shared, kind }: Filters, page: PageRequest) => {
  const find = async (ids: { id: string }[]) => {
    const found = await files.findMany(ids.map(({ id }) => ({ id })))
    return found.map((file) => {
      const isListed =
        file && (shared ? matchingMembers(file.grants, actor).length > 0 : file.owner.id === actor.id)
      return isListed && isAmong(kind, detectMediaKind(file)) ? file : undefined
    })
  }
  const readable = async (_: string, ids: string[]) =>
    new Set((await find(ids.map((id) => ({ id })))).flatMap((file) => file?.id ?? []))
  const wanted = { scopes: searchScopes(fileSearchScope, actor), q, ...page }
  return searchSorted<StoredFile>(wanted, sort && fileOrder(sort), find, readable)
}

/** Returns one page of the caller's files, or of files shared with the caller, newest first unless `sort` is given. */
export const queryFiles = async (actor: Actor, filters: Filters, page: PageRequest) => {
  const { q, kind, sort = '-created', shared } = filters
  if (q !== undefined) return searchFiles(actor, q, filters, page)
  const keep = (file: ListedFile) => !isAbandoned(file) && isAmong(kind, detectMediaKind(file))
  const order = fileOrder(sort)
  const isByCreation = order.by === values.created
  const inOrder = order.isDescending ? newestFirst : oldestFirst
  const own = files.in('own', { owner: actor })
  // few uploads are abandoned
  const maxRows = kind ? undefined : page.limit + spareRows
  if (!shared)
    return isByCreation ? readList(inOrder(own), page, keep, maxRows) : readSorted(own, page, order, keep)
  if (isByCreation && !kind) return listShared(actor, page, inOrder)
  const { items, next_cursor } = await listShared(actor, { limit: maxSortedRows }, newestFirst)
  return { ...sortThings(items.filter(keep), page, order), truncated: next_cursor !== null }
}
