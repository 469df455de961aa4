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

/** An assistant as other resources refer to it. */
export const assistantType = { type: 'assistant', path: '/assistants/{id}' } as const

const names = z
  .array(z.string().max(128))
  .max(maxFunctions)
  .refine((names) => new Set(names).size === names.length, 'must not name a function twice')

/** Fields that people edit: the history shows all of them, and changes of them can be undone. */
const fields = {
  name: line(255).meta(docs('Name.', { examples: ['Librarian'] })),
  description: z.orNull(z.string().max(2_000)).meta(docs('Description of its purpose.')),
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
    .meta(docs('ID of its model, one of `GET /models`.', { examples: ['extractive'] })),
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

/** Stored fields of an assistant. */
const AssistantFields = z.object({
  id: answeredId.meta(docs('ID of the assistant.')),
  ...fields,
  owner: Person.meta(docs('The person who created it.')),
  ...versioned,
})

export const Assistant = AssistantFields.extend({
  ratings: RatingCounts.nullable().meta(
    docs('Number of people who rated its replies; null for everyone but its owner and administrators.'),
  ),
}).meta(docs('An AI assistant.', { id: 'Assistant' }))

export const AssistantSummary = AssistantFields.omit({ description: true, instructions: true }).meta(
  docs('An AI assistant, as shown in lists.', { id: 'AssistantSummary' }),
)

export const AssistantInput = z.strictObject({
  ...fields,
  instructions: fields.instructions.meta(docs('Instructions given before every conversation.')),
  model_parameters: modelParametersInput.default(noParameters),
  knowledge: knowledgeInput.default([]),
  grants: assistantGrants.update.default([]),
})

export const NewAssistant = AssistantInput.extend({
  model_id: fields.model_id.optional().meta(docs('ID of its model; the default model if absent.')),
})

/** Returns the sort key by which lists show the newest change first. */
export const changeOrder = ({ updated_at, id }: { updated_at: string; id: string }) => `${updated_at}#${id}`

/**
 * An assistant. This item alone decides the permissions for it. Public assistants are in one list for everyone, and all
 * of them in a list of their owner that separates public ones, so that no assistant occurs twice among those a person
 * may use.
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

/** Search scope of assistants of several people; assistants that only their owner can find have another scope. */
export const assistantSearchScope = 'assistants.assistant'
