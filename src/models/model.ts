import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'

/** A language model as clients see it; no response has its endpoint or its connection. */
export const Model = z.described(docs('A language model that assistants can use.', { id: 'Model' }), {
  id: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, 'must have 1 to 100 characters: letters, digits and . _ : / -')
    .meta(docs('ID of the model, as in an assistant’s `model_id`.', { examples: ['extractive'] })),
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta(docs('Display name.', { examples: ['Quotations'] })),
  provider: z
    .enum(['embedded', 'openai-compatible', 'bedrock'])
    .meta(
      docs('Provider: the platform itself (`embedded`), an OpenAI-compatible service or Amazon Bedrock.'),
    ),
  description: z.string().max(2_000).nullable().meta(docs('Description of its purpose.')),
  context_window: z
    .int()
    .min(1_000)
    .meta(docs('Maximum number of tokens read and written in one step.', { examples: [128_000] })),
  max_output_tokens: z
    .int()
    .min(1)
    .meta(docs('Maximum number of tokens written in one step.', { examples: [4_096] })),
  capabilities: z.described(docs('Capabilities.'), {
    functions: z.boolean().meta(docs('True if it can call functions.')),
    streaming: z.boolean().meta(docs('True if it can stream its answers.')),
    vision: z.boolean().meta(docs('True if it can read images.')),
  }),
  is_default: z
    .boolean()
    .meta(docs('True for the model of assistants without a model; exactly one model is the default.')),
})
export type Model = z.output<typeof Model>
