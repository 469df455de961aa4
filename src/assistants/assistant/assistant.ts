import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { answeredId, line, Person, versioned, upTo } from '../../platform/schema/fields.ts'
import {
  assistantGrants,
  Knowledge,
  knowledgeInput,
  AssistantModelParameters,
  modelParametersInput,
  noParameters,
  Visibility,
} from './parts.ts'
import { RatingCounts } from './rating-counts.ts'
import { maxFunctions, maxSteps } from './limits.ts'

/** An assistant as others point to it. */
export const assistantType = { type: 'assistant', path: '/assistants/{id}' } as const

const names = z
  .array(z.string().max(128))
  .max(maxFunctions)
  .refine((names) => new Set(names).size === names.length, 'must not name a function twice')

/** What people write of an assistant: its history shows all of it, and a change of it can be taken back. */
const fields = {
  name: line(255).meta(docs('Name.', { examples: ['Librarian'] })),
  description: z.orNull(z.string().max(2_000)).meta(docs('What it is for.')),
  instructions: z
    .orNull(z.string().max(32_000))
    .meta(
      docs(
        'Instructions given before every conversation; null for callers who may not edit the ' + 'assistant.',
      ),
    ),
  model_id: z
    .string()
    .max(100)
    .meta(docs('Id of its model, one of `GET /models`.', { examples: ['extractive'] })),
  model_parameters: AssistantModelParameters.default(noParameters),
  functions: names
    .default([])
    .meta(
      docs(
        `Names of the functions that it may call (\`GET /functions\`), at most ${maxFunctions}. It calls them with ` +
          'the rights of the person who asks.',
        { examples: [['wiki_list_spaces']] },
      ),
    ),
  knowledge: Knowledge.default([]),
  conversation_starters: upTo(10, line(200)).meta(
    docs('Suggested first questions, at most 10.', { examples: [['What is new?']] }),
  ),
  visibility: Visibility.default('private'),
  grants: assistantGrants.shown.default([]),
  max_steps: z
    .int()
    .min(1)
    .max(maxSteps)
    .default(8)
    .meta(docs('Maximum number of steps for one answer, with function calls between them.')),
}

/** What is kept of an assistant. */
const AssistantFields = z.object({
  id: answeredId.meta(docs('Id of the assistant.')),
  ...fields,
  owner: Person.meta(docs('Who created it.')),
  ...versioned,
})

export const Assistant = AssistantFields.extend({
  ratings: RatingCounts.nullable().meta(
    docs('How many people rated its replies; null for everyone but its owner and administrators.'),
  ),
}).meta(docs('An AI assistant.', { id: 'Assistant' }))

export const AssistantSummary = AssistantFields.omit({ description: true, instructions: true }).meta(
  docs('An AI assistant, as shown in lists.', { id: 'AssistantSummary' }),
)

/** What can be changed of an assistant. */
export const AssistantInput = z.strictObject({
  ...fields,
  instructions: fields.instructions.meta(docs('Instructions given before every conversation.')),
  model_parameters: modelParametersInput.default(noParameters),
  knowledge: knowledgeInput.default([]),
  grants: assistantGrants.update.default([]),
})

/** What an assistant is made from. */
export const NewAssistant = AssistantInput.extend({
  model_id: fields.model_id.optional().meta(docs('Id of its model; the default model if absent.')),
})

/** Newest change first. */
export const changeOrder = ({ updated_at, id }: { updated_at: string; id: string }) => `${updated_at}#${id}`

/**
 * Rights are decided from this item alone. Public ones are in one list for everybody, and all in that of their owner,
 * the public ones apart: so none comes twice among what somebody may use.
 */
export const assistants = entity({
  name: 'assistants.assistant',
  schema: AssistantFields,
  key: ({ id }: { id: string }) => ({ pk: `assistant#${id}`, sk: 'assistant' }),
  lists: {
    everybodys: {
      index: 'gsi1',
      partition: ({ visibility }: { visibility: Visibility }) =>
        visibility === 'public' ? 'assistants' : null,
      shared: true,
      sort: changeOrder,
      order: 'descending',
    },
    own: {
      index: 'gsi2',
      partition: ({ owner, visibility }: { owner: { id: string }; visibility: Visibility }) =>
        `assistants#${owner.id}#${visibility === 'public' ? 'public' : 'kept'}`,
      sort: changeOrder,
      order: 'descending',
    },
  },
})

export type StoredAssistant = ThingOf<typeof assistants>

/** The scope of the words by which assistants of several people are found; others are found by their owner alone. */
export const assistantSearchScope = 'assistants.assistant'
