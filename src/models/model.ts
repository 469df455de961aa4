import * as z from '../platform/schema/schema.ts'

/** A language model as clients see it; where and how it is reached is in no answer. */
export const Model = z
  .object({
    id: z
      .string()
      .regex(/^[\w.:/-]{1,100}$/, 'must have 1 to 100 characters: letters, digits and . _ : / -')
      .meta({ description: 'Id of the model, as in an assistant’s `model_id`.', examples: ['extractive'] }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ description: 'Display name.', examples: ['Quotations'] }),
    provider: z.enum(['embedded', 'openai-compatible', 'bedrock']).meta({
      description:
        'Provider: the platform itself (`embedded`), an OpenAI-compatible service or Amazon Bedrock.',
    }),
    description: z.string().max(2_000).nullable().meta({ description: 'What it is for.' }),
    context_window: z
      .int()
      .min(1_000)
      .meta({
        description: 'Maximum number of tokens read and written in one step.',
        examples: [128_000],
      }),
    max_output_tokens: z
      .int()
      .min(1)
      .meta({ description: 'Maximum number of tokens written in one step.', examples: [4_096] }),
    capabilities: z
      .object({
        functions: z.boolean().meta({ description: 'Can call functions.' }),
        streaming: z.boolean().meta({ description: 'Can stream its answers.' }),
        vision: z.boolean().meta({ description: 'Can read images.' }),
      })
      .meta({ description: 'Capabilities.' }),
    is_default: z
      .boolean()
      .meta({ description: 'Whether assistants without a model use it; true for exactly one model.' }),
  })
  .meta({ id: 'Model', description: 'A language model that assistants can use.' })
export type Model = z.output<typeof Model>
