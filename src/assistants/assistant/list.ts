import type { Actor } from '../../platform/identity/actor.ts'
import { holdersOf } from '../../platform/identity/members.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { readableThings, scopesOf } from '../../platform/search/definition.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { decideOffer, sharedWith } from './access.ts'
import { assistants, assistantSearchScope, type StoredAssistant } from './assistant.ts'
import { shares, type Share } from './share.ts'

interface Filters {
  /** True for only the assistants that the caller owns. */
  mine?: boolean | undefined
}

type Row = SummaryOf<StoredAssistant> | Share

/**
 * Returns a page of the assistants that the actor may use, newest change first: own, public and shared ones. One round
 * trip; a second one if the page has shared assistants, which are shown in their current state.
 */
export const queryAssistants = async (actor: Actor, { mine }: Filters, page: PageRequest) => {
  const kept = assistants.in('own', { owner: actor, visibility: 'private' })
  const others = mine
    ? assistants.in('own', { owner: actor, visibility: 'public' })
    : [
        ...assistants.in('everybodys', { visibility: 'public' }),
        ...holdersOf(actor).flatMap((user_id) => shares.in('ofUser', { user_id })),
      ]
  const { items, next_cursor } = await readList<Row>([...kept, ...others], page)
  const ids = items.flatMap((row) => ('assistant_id' in row ? [{ id: row.assistant_id }] : []))
  const shared = new Map((await assistants.findMany(ids)).map((assistant) => [assistant?.id, assistant]))
  const shown = items.flatMap((row) => {
    if (!('assistant_id' in row)) return [row]
    const assistant = shared.get(row.assistant_id)
    const holders = new Set(assistant && sharedWith(assistant))
    return assistant && holdersOf(actor).some((id) => holders.has(id)) ? [assistant] : []
  })
  return { items: shown, next_cursor }
}

/** Returns a page of the current assistants that match `q`, best matches first. */
export const searchAssistants = (actor: Actor, q: string, { mine }: Filters, page: PageRequest) =>
  searchPages(
    { scopes: scopesOf(assistantSearchScope, actor), q, ...page },
    async (hits) =>
      (await assistants.findMany(hits)).map((assistant) => {
        const isWanted =
          assistant && decideOffer(assistant, actor) && (!mine || assistant.owner.id === actor.id)
        return isWanted ? assistant : undefined
      }),
    (_, ids) => readableThings(assistants, decideOffer)(actor, ids),
  )
