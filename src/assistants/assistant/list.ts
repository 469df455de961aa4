import type { Actor } from '../../platform/identity/actor.ts'
import { holdersOf } from '../../platform/identity/members.ts'
import { readShared, searchShared } from '../../platform/sharing/shared-list.ts'
import type { PageRequest } from '../../platform/table/list/list.ts'
import { searchScopes } from '../../platform/search/definition.ts'
import { assistantKind, decideOffer, sharedWith } from './access.ts'
import { assistants, assistantSearchScope, type StoredAssistant } from './assistant.ts'
import { shares } from './share.ts'

interface Filters {
  /** True for only the assistants that the caller owns. */
  mine?: boolean | undefined
}

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
  const isShared = (assistant: StoredAssistant) => {
    const holders = new Set(sharedWith(assistant))
    return holdersOf(actor).some((id) => holders.has(id))
  }
  return readShared(assistantKind, [...kept, ...others], page, isShared)
}

/** Returns a page of the current assistants that match `q`, best matches first. */
export const searchAssistants = (actor: Actor, q: string, { mine }: Filters, page: PageRequest) =>
  searchShared(
    assistantKind,
    actor,
    { scopes: searchScopes(assistantSearchScope, actor), q, ...page },
    (assistant) => (!mine || assistant.owner.id === actor.id ? assistant : undefined),
    decideOffer,
  )
