import { resourceUrl } from '../platform/http/app-urls.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { loadResources, searchDefinitionOf } from '../platform/resource-registry.ts'
import type { ResourceView } from '../platform/resource.ts'
import type { SearchDefinition } from '../platform/search/definition.ts'
import { searchByWords, type Hit, type Readable } from '../platform/search/query/page.ts'
import {
  choosePassages,
  readPassages,
  type ChosenPassages,
  type FoundPassage,
} from '../platform/search/query/passages.ts'
import type { QueryWord } from '../platform/search/query/query-words.ts'
import { cutSnippet } from '../platform/search/query/snippet.ts'
import { isAmong } from '../platform/schema/list-fields.ts'
import type { PageRequest } from '../platform/table/list/list.ts'
import type { Restriction, SearchFilters, SearchRequest } from './search-request.ts'
import type { SearchResult, SearchResultType } from './search-result.ts'

/** A resource as the caller may currently read it, with the candidate passages for its snippet. */
interface Seen {
  view: ResourceView
  chosen: ChosenPassages | undefined
}

/** Number of passages chosen per resource: the first one and the best one. */
const passagesOfThing = 2

/** Returns the containers to which a search is narrowed, by container type. */
const searchContainers = ({ space_id, project_id }: SearchFilters): Map<string, string> => {
  const containers = new Map<string, string>()
  if (space_id !== undefined) containers.set('wiki_space', space_id)
  if (project_id !== undefined) containers.set('project', project_id)
  return containers
}

/**
 * Returns true if a resource is in the requested containers: the index may name the former container of a resource that
 * has just moved.
 */
const isThere = ({ container_id }: ResourceView, containers: Map<string, string>) =>
  container_id === undefined || containers.values().every((id) => id === container_id)

/** Loads the search definitions of the types whose resources can be in all of the containers; no resource is in two. */
const loadDefinitions = async (types: SearchResultType[], containers: Map<string, string>) => {
  const definitions = await Promise.all(
    types.map(async (type) => [type as string, await searchDefinitionOf(type)] as const),
  )
  return new Map(
    definitions.filter(
      ([, { containerType }]) =>
        containers.size === 0 || (containers.size === 1 && containers.has(containerType)),
    ),
  )
}

/** Returns true if a resource passes the filters by author and time. */
const passesFilters = ({ author_id, updated_at }: ResourceView, wanted: SearchFilters) =>
  isAmong(wanted.author_id, author_id) &&
  (wanted.updated_after === undefined || updated_at > wanted.updated_after)

const toFound = async (
  { type, missing }: Hit,
  view: ResourceView,
  passages: FoundPassage[],
  words: QueryWord[],
): Promise<Omit<SearchResult, 'breadcrumbs'>> => {
  const { id, title, text, url, updated_at } = view
  const [best] = passages.toSorted((a, b) => b.score - a.score)
  const snippet = await cutSnippet(best?.text ?? text, words)
  const typed = [...new Set(words.map((word) => word.typed))]
  return {
    type: type as SearchResultType,
    id,
    title,
    snippet: snippet?.text ?? null,
    marks: snippet?.marks ?? [],
    matched: { words: typed.filter((word) => !missing.includes(word)), missing },
    url: resourceUrl(view),
    api_url: url,
    updated_at,
  }
}

/** Returns a function that tests for the requested containers, and the access check, which covers only these. */
const queryScope = (
  actor: Actor,
  definitions: Map<string, SearchDefinition>,
  containers: Map<string, string>,
  former: string[],
) => {
  const isInside = (type: string, container: string) => {
    const only = containers.get((definitions.get(type) as SearchDefinition).containerType)
    return only === undefined || container === only || former.includes(container)
  }
  const readable: Readable = async (type, found) => {
    const { readable } = definitions.get(type) as SearchDefinition
    const asked = found.filter((container) => isInside(type, container))
    return readable ? readable(actor, asked) : new Set(asked)
  }
  return { isInside, readable }
}

/** Loaded on demand: only a search with several words and several results needs it. */
const loadOrder = () => import('../platform/search/query/passage-order.ts')

/** Loaded on demand: usually a resource contains all words. */
const loadSynonyms = () => import('../platform/search/query/synonyms.ts')

/**
 * Returns the resources of a page as results; if sorted by fit, those whose passages contain most of the query come
 * first.
 */
const showItems = async (items: Seen[], hits: Hit[], words: QueryWord[], sort: 'newest' | undefined) => {
  const [passages, breadcrumbs] = await Promise.all([
    readPassages(items.map(({ chosen }) => chosen)),
    Promise.all(items.map(async ({ view }) => (await view.breadcrumbs?.()) ?? [])),
  ])
  const read = items.map(({ view }, n) => ({
    view,
    title: view.title,
    hit: hits[n] as Hit,
    passages: passages[n] ?? [],
    breadcrumbs: breadcrumbs[n] ?? [],
  }))
  const isOrdered = sort === 'newest' || words.length < 2 || read.length < 2
  const ordered = isOrdered ? read : (await loadOrder()).orderByPassage(read, words)
  return Promise.all(
    ordered.map(async ({ view, hit, passages, breadcrumbs }) => ({
      ...(await toFound(hit, view, passages, words)),
      breadcrumbs,
    })),
  )
}

/** Returns a function that loads the hits of a page, in one round trip. */
const pageLoader =
  (actor: Actor, containers: Map<string, string>, restriction: Restriction | undefined) =>
  async (hits: Hit[], words: QueryWord[]): Promise<(Seen | undefined)[]> => {
    const [views, chosen, accepted] = await Promise.all([
      loadResources(actor, hits),
      choosePassages(hits, words, passagesOfThing),
      restriction?.accept(hits),
    ])
    return views.map((view, n) => {
      const isWanted = view && isThere(view, containers) && accepted?.[n] !== false
      return isWanted ? { view, chosen: chosen[n] } : undefined
    })
  }

/**
 * Returns a page of the resources of these types that the caller may see, best matches first. Takes one round trip for
 * the words, one for the access to containers together with the resources of the page, and one for the snippets; one
 * more for each level, except the first, of ancestors of wiki pages. Access is always checked currently, not as
 * indexed. With a filter by author or time, examines at most 1,000 hits.
 */
const findForReader = async (actor: Actor, wanted: SearchRequest, page: PageRequest, former: string[]) => {
  const { q, sort, types, author_id, updated_after, restriction, isBrief = false } = wanted
  const containers = searchContainers(wanted)
  const definitions = await loadDefinitions(types, containers)
  const scopesOf = ([type, definition]: [string, SearchDefinition]) =>
    restriction?.scopes[type] ?? definition.scopesOf(actor)
  const scopes = [...new Set([...definitions].flatMap(scopesOf))]

  const { isInside, readable } = queryScope(actor, definitions, containers, former)
  const keep = async (hits: Hit[]) => {
    const views = await loadResources(actor, hits)
    return hits.filter((_, index) => views[index] && passesFilters(views[index], wanted))
  }
  const isFiltered = author_id !== undefined || updated_after !== undefined

  const isLikely = ({ type, container }: Hit) => isInside(type, container)
  const [container] = former.length > 0 ? [] : containers.values()
  const likely = { isLikely, isBrief, loadSynonyms, ...(isFiltered && { keep }) }
  const request = { scopes, q, container, sort, ...page, ...likely }
  const { items, hits, words, ...rest } = await searchByWords(
    request,
    pageLoader(actor, containers, restriction),
    readable,
  )
  return { ...rest, items: await showItems(items, hits, words, sort) }
}

/** Returns the spaces that the index may still name for pages that have just moved to the requested one. */
const formerSpaces = async ({ space_id }: SearchFilters): Promise<string[]> => {
  if (space_id === undefined) return []
  const { formerContainers } = await searchDefinitionOf('wiki_page')
  return (await formerContainers?.(space_id)) ?? []
}

/**
 * Returns a page of the resources that the caller may see, as found by `findForReader`. While a large tree moves to the
 * requested space, repeats the search and includes the documents of that tree that are still indexed under the former
 * space, if the caller may read that space.
 */
export const findEverywhere = async (actor: Actor, wanted: SearchRequest, page: PageRequest) => {
  const [found, former] = await Promise.all([findForReader(actor, wanted, page, []), formerSpaces(wanted)])
  return former.length > 0 ? findForReader(actor, wanted, page, former) : found
}
