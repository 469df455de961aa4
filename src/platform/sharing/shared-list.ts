import type { Decision, Principal } from '../identity/policy.ts'
import { readableThings } from '../search/definition.ts'
import { searchPages } from '../search/query/list-search.ts'
import type { WordSearch } from '../search/query/page.ts'
import type { SummaryOf } from '../table/entity.ts'
import { readList, type ListPage, type PageRequest, type Source } from '../table/list/list.ts'
import type { SharedKind, SharedResource } from './shared-kind.ts'

/**
 * Returns one page of resources, from lists of them and from member rows. Takes one round trip, and one more to load
 * the present resources of member rows that are on the page.
 */
export const readShared = async <T extends SharedResource>(
  { entity, idField }: SharedKind<T>,
  sources: Source<SummaryOf<T> | Record<string, string>>[],
  page: PageRequest,
  isCurrent: (resource: T) => boolean = () => true,
): Promise<ListPage<SummaryOf<T> | T>> => {
  const { items, next_cursor } = await readList(sources, page)
  const toResourceId = (row: object): string | undefined => (row as Record<string, string>)[idField]
  const ids = items.flatMap((row) => toResourceId(row) ?? []).map((id) => ({ id }))
  const present = new Map((await entity.findMany(ids)).map((resource) => [resource?.id, resource]))
  const listed = items.flatMap((row): (SummaryOf<T> | T)[] => {
    const id = toResourceId(row)
    if (id === undefined) return [row as SummaryOf<T>]
    const resource = present.get(id)
    return resource && isCurrent(resource) ? [resource] : []
  })
  return { items: listed, next_cursor }
}

/** Returns a page of the resources that match a search, as `present` shows them to the reader, best matches first. */
export const searchShared = <T extends SharedResource, V>(
  { entity, policy }: SharedKind<T>,
  reader: Principal,
  wanted: WordSearch,
  present: (resource: T) => V | undefined,
  decide: (resource: T, person: Principal) => Decision | undefined = policy.authorize,
) =>
  searchPages(
    wanted,
    async (hits) =>
      (await entity.findMany(hits)).map((resource) =>
        resource && decide(resource, reader) ? present(resource) : undefined,
      ),
    (_, ids) => readableThings(entity, decide)(reader, ids),
  )
