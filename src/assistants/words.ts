import { indexDocument } from '../platform/search-index.ts'
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

const wordsOf = (assistant: StoredAssistant | undefined) =>
  assistant && JSON.stringify([assistant.name, assistant.description, scopesOf(assistant)])

/** Makes an assistant findable by name and description for those who may use it, as it is after a change. */
export const indexAssistant = async (
  before: StoredAssistant | undefined,
  after: StoredAssistant | undefined,
): Promise<void> => {
  if (wordsOf(before) === wordsOf(after)) return
  const { id } = (after ?? before) as StoredAssistant
  const present = new Set(after ? scopesOf(after) : [])
  for (const scope of new Set([...(before ? scopesOf(before) : []), ...present])) {
    const isFound = after && present.has(scope)
    const text = after?.description ?? ''
    await indexDocument(
      { scope, id },
      isFound ? { scope, id, container: id, title: after.name, text } : undefined,
    )
  }
}
