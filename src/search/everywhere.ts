import type { Actor } from '../platform/identity/actor.ts'
import { environment } from '../platform/runtime/environment.ts'
import type { PageRequest } from '../platform/table/list.ts'
import { type Hit } from '../platform/search/index.ts'
import { searchPages } from '../platform/search/page.ts'
import { routeOf } from '../platform/http/spec.ts'
import type { Found, FoundType } from './found.ts'
import { snippetOf } from '../language/snippet.ts'
import { sources } from './sources.ts'

/**
 * A page of what the caller may see of these kinds of things, best matches first: one round trip for the words, and one
 * or two for each hundred hits, whatever kinds they are of. Rights are those of now.
 */
export const findEverywhere = (actor: Actor, q: string, types: FoundType[], page: PageRequest) => {
  const typeOf = new Map(types.map((type) => [sources[type].scope(actor), type]))

  const load = async (hits: (Hit & { scope: string })[]): Promise<(Found | undefined)[]> => {
    const found = new Map<Hit, Found>()
    await Promise.all(
      [...typeOf].map(async ([scope, type]) => {
        const own = hits.filter((hit) => hit.scope === scope)
        const known = await sources[type].load(actor, own)
        for (const [index, hit] of own.entries()) {
          const thing = known[index]
          if (!thing) continue
          const { title, text, path, updated_at } = thing
          const url = environment.publicUrl + routeOf({ path })
          found.set(hit, { type, id: hit.id, title, snippet: snippetOf(text, q), url, updated_at })
        }
      }),
    )
    return hits.map((hit) => found.get(hit))
  }

  return searchPages({ scopes: [...typeOf.keys()], q, ...page }, load)
}
