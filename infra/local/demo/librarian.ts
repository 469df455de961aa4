import { addAssistant } from '../../../src/assistants/assistant/changes.ts'
import { NewAssistant } from '../../../src/assistants/assistant/assistant.ts'
import type { Once } from './journal.ts'
import type { People } from './people.ts'

/** Creates a public assistant that answers from the demo's handbook with the embedded model. */
export const loadLibrarian = ({ user }: People, space_id: string, once: Once): Promise<string> =>
  once('assistant/librarian', () =>
    addAssistant(
      user,
      NewAssistant.parse({
        name: 'Librarian',
        description: 'Answers from the handbook.',
        model_id: 'extractive',
        visibility: 'public',
        knowledge: [{ type: 'wiki_space', id: space_id }],
        conversation_starters: [
          'How many days of vacation do I have?',
          'Whom do I call about a lost laptop?',
          'How long is the warranty of a weather station?',
        ],
      }),
    ),
  )
