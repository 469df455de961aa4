import { addAssistant } from '../../src/assistants/assistant-changes.ts'
import { assistants, NewAssistant } from '../../src/assistants/assistant.ts'
import type { Actor } from '../../src/platform/identity/actor.ts'
import { readList } from '../../src/platform/table/list.ts'
import { packagesSpace } from './demo.ts'

const name = 'Librarian'

/** An assistant for everybody that answers from the demo's wiki, on the embedded model. */
export const loadAssistant = async (author: Actor): Promise<void> => {
  const { items } = await readList(assistants.in('everybodys', { visibility: 'public' }), { limit: 100 })
  if (items.some((assistant) => assistant.name === name)) return
  const space = await packagesSpace(author)
  await addAssistant(
    author,
    NewAssistant.parse({
      name,
      description:
        'Answers questions about the packages that the service is built with, from their documents.',
      model_id: 'extractive',
      visibility: 'public',
      knowledge: [{ type: 'wiki_space', id: space }],
      conversation_starters: ['How do I abort a request with undici?', 'What does zod do?'],
    }),
  )
}
