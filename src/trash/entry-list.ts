import { fold } from '../language/fold.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { trashDefinitionOf } from '../platform/trash/trash-registry.ts'
import { invalid, problem } from '../platform/runtime/problem.ts'
import { isAmong } from '../platform/schema/list-fields.ts'
import { readList, type ListPage, type PageRequest, type Source } from '../platform/table/list/list.ts'
import type { WantedEntry } from '../platform/trash/definition.ts'
import { trashEntries, trashRows, type StoredEntry } from '../platform/trash/entry.ts'
import { loadEntries } from './entry-access.ts'

interface TrashQuery extends PageRequest {
  type?: string[] | undefined
  q?: string | undefined
  space_id?: string | undefined
  project_id?: string | undefined
  all: boolean
}

type Row = WantedEntry & Pick<StoredEntry, 'type' | 'title'>

export const administratorsOnly = problem(
  'trash.administrators_only',
  403,
  'Only administrators may use "all".',
)

/** Returns the sources of the entries; throws 403, and the 404 of a space or project that the caller may not list. */
const trashSources = async (
  actor: Actor,
  { space_id, project_id, all }: TrashQuery,
): Promise<Source<Row>[]> => {
  if (all && actor.role !== 'admin') throw administratorsOnly()
  if (space_id !== undefined && project_id !== undefined)
    throw invalid('project_id', 'must not be sent together with "space_id"')
  const container_id = space_id ?? project_id
  if (container_id !== undefined) {
    const { requireContainer } = await trashDefinitionOf(space_id === undefined ? 'task' : 'wiki_page')
    await requireContainer?.(actor, container_id)
    return trashEntries.in('within', { container_id, state: 'trashed' })
  }
  return all ? trashEntries.in('all', { state: 'trashed' }) : trashRows.in('all', { user_id: actor.id })
}

/** Returns a function that tests whether each of the search words begins a word of a title. */
const titleMatcher = (q: string) => {
  const wanted = fold(q).split(/\s+/)
  return (title: string) => {
    const words = fold(title).split(/[^\p{L}\p{N}]+/u)
    return wanted.every((word) => words.some((one) => one.startsWith(word)))
  }
}

const trashFilter = ({ type, q }: TrashQuery) => {
  if (type === undefined && q === undefined) return undefined
  const isNamed = q === undefined ? () => true : titleMatcher(q)
  return (row: Row) => isAmong(type, row.type) && isNamed(row.title)
}

/**
 * Returns a page of the trash, newest deletion first, as far as the caller may currently see the entries: resources
 * that the caller deleted, wrote or owned, resources of a space or project, or all. Takes two round trips, one more for
 * a space or project.
 */
export const queryTrash = async (actor: Actor, query: TrashQuery): Promise<ListPage<StoredEntry>> => {
  const sources = await trashSources(actor, query)
  const { limit, cursor } = query
  const { items, next_cursor } = await readList(sources, { limit, cursor }, trashFilter(query))
  const seen = await loadEntries(actor, items)
  return { items: seen.flatMap((one) => one?.entry ?? []), next_cursor }
}
