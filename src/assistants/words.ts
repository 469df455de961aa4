import { indexDocument } from '../platform/search/index.ts'
import type { StoredAssistant } from './assistant.ts'
import { sharedWith } from './share.ts'

/** The scope of the words by which everybody finds public assistants. */
export const publicWords = 'assistants.assistant'

/** The scope of the words by which somebody finds those that are not public: their own, and those shared with them. */
export const personalWords = (user_id: string): string => `${publicWords}#${user_id}`

/** Where an assistant is found. */
export const scopesOf = (assistant: StoredAssistant): string[] =>
  assistant.visibility === 'public'
    ? [publicWords]
    : [assistant.owner.id, ...sharedWith(assistant)].map(personalWords)

/** So many scopes are written side by side. */
const lanes = 8

/** Makes an assistant findable by name and description for those who may use it, as it is after a change. */
export const indexAssistant = async (
  before: StoredAssistant | undefined,
  after: StoredAssistant | undefined,
): Promise<void> => {
  const { id } = (after ?? before) as StoredAssistant
  const [old, present] = [new Set(before && scopesOf(before)), new Set(after && scopesOf(after))]
  const isSaidAnew = before?.name !== after?.name || before?.description !== after?.description
  const affected = (isSaidAnew ? old.union(present) : old.symmetricDifference(present)).values()
  const lane = async () => {
    for (const scope of affected) {
      const document = after && { scope, id, container: id, title: after.name, text: after.description ?? '' }
      await indexDocument({ scope, id }, present.has(scope) ? document : undefined)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
