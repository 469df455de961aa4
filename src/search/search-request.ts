import type { Hit } from '../platform/search/query/page.ts'
import type { SearchResultType } from './search-result.ts'

export interface SearchFilters {
  types: SearchResultType[]
  space_id?: string | undefined
  project_id?: string | undefined
  author_id?: string[] | undefined
  /** RFC 3339, in UTC with milliseconds. */
  updated_after?: string | undefined
}

/** Restricts a search to some of the resources that the caller may see. */
export interface Restriction {
  /** Scopes of a type, instead of all scopes in which the caller finds its resources. */
  scopes: Partial<Record<string, string[]>>
  /** Returns for each hit if it counts; called only with the hits that are loaded for the page. */
  accept: (hits: Hit[]) => Promise<boolean[]>
}

export type SearchRequest = SearchFilters & {
  q: string
  sort?: 'newest' | undefined
  restriction?: Restriction
  /** True to limit the round trips; see `isBrief` of `Query`. */
  isBrief?: boolean
}
