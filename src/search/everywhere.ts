import type { Actor } from '../platform/identity/actor.ts'
import type { PageRequest } from '../platform/table/list.ts'
import { loadResources, searchScopeOf } from '../platform/resource-registry.ts'
import type { Hit } from '../platform/search/index.ts'
import { searchPages } from '../platform/search/page.ts'
import type { Found, FoundType } from './found.ts'
import { cutSnippet } from '../language/snippet.ts'

/**
 * A page of what the caller may see of these kinds of things, best matches first: one round trip for the words, and one
 * or two for each hundred hits, whatever kinds they are of. Rights are those of now.
 */
export const findEverywhere = async (actor: Actor, q: string, types: FoundType[], page: PageRequest) => {
  const scopes = await Promise.all(
    types.map(async (type) => [await searchScopeOf(type, actor), type] as const),
  )
  const typeOf = new Map(scopes)

  const load = async (hits: (Hit & { scope: string })[]): Promise<(Found | undefined)[]> => {
    const refs = hits.map((hit) => ({ ...hit, type: typeOf.get(hit.scope) as FoundType }))
    const views = await loadResources(actor, refs)
    return refs.map(({ type }, index) => {
      const view = views[index]
      if (!view) return undefined
      const { id, title, text, url, updated_at } = view
      return { type, id, title, snippet: cutSnippet(text, q), url, updated_at }
    })
  }

  return searchPages({ scopes: [...typeOf.keys()], q, ...page }, load)
}
