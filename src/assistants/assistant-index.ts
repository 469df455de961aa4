import pMap from 'p-map'
import { indexDocument } from '../platform/search/index.ts'
import type { StoredAssistant } from './assistant.ts'
import { sharedWith } from './share.ts'

/** The scope of the words by which everybody finds public assistants. */
export const publicSearchScope = 'assistants.assistant'

/** The scope of the words by which somebody finds those that are not public: their own, and those shared with them. */
export const personalSearchScope = (user_id: string): string => `${publicSearchScope}#${user_id}`

/** Where an assistant is found. */
export const searchScopesOf = (assistant: StoredAssistant): string[] =>
  assistant.visibility === 'public'
    ? [publicSearchScope]
    : [assistant.owner.id, ...sharedWith(assistant)].map(personalSearchScope)

/** How many scopes are written at once. */
const concurrency = 8

/** Makes an assistant findable by name and description for those who may use it, as it is after a change. */
export const indexAssistant = async (
  before: StoredAssistant | undefined,
  after: StoredAssistant | undefined,
): Promise<void> => {
  const { id } = (after ?? before) as StoredAssistant
  const [old, present] = [new Set(before && searchScopesOf(before)), new Set(after && searchScopesOf(after))]
  const isSaidAnew = before?.name !== after?.name || before?.description !== after?.description
  const affected = isSaidAnew ? old.union(present) : old.symmetricDifference(present)
  const index = (scope: string) => {
    const document = after && { scope, id, container: id, title: after.name, text: after.description ?? '' }
    return indexDocument({ scope, id }, present.has(scope) ? document : undefined)
  }
  await pMap(affected, index, { concurrency })
}
