import type { Passage } from '../../src/models/passage.ts'
import { generate } from '../../src/models/generation.ts'
import { findModel } from '../../src/models/configured-models.ts'
import { type Model } from '../../src/models/model.ts'
import type { Timeouts } from '../../src/models/timeouts.ts'
import type {
  ModelError,
  GenerationPart,
  GenerationRequest,
  Turn,
} from '../../src/models/generation-request.ts'
import { scriptedModelId } from '../support/scripted-provider.ts'

export const user = (text: string): Turn => ({ role: 'user', text })

/** Returns a request to the scripted model, or to another one. */
export const generationRequest = async (
  given: Partial<GenerationRequest> = {},
): Promise<GenerationRequest> => ({
  model: given.model ?? ((await findModel({ role: 'user', groups: [] }, scriptedModelId)) as Model),
  instructions: 'You help with the canteen.',
  turns: [user('What is for lunch?')],
  passages: [],
  tools: [],
  parameters: { temperature: null, top_p: null, max_output_tokens: null },
  asker: { name: 'Ada', role: 'user' },
  boundary: 'b0',
  locale: null,
  signal: new AbortController().signal,
  ...given,
})

export const passage = (text: string, given: Partial<Passage> = {}): Passage => ({
  type: 'wiki_page',
  id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
  title: 'The canteen',
  url: '/view/wiki_page/01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
  api_url: '/api/v1/wiki/pages/01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
  text,
  ...given,
})

export const listSpacesTool = {
  name: 'wiki_list_spaces',
  description: 'Lists spaces.',
  parameters: {
    type: 'object',
    properties: { q: { type: 'string' } },
    additionalProperties: false,
  },
}

export const generateParts = async (
  given: Partial<GenerationRequest> = {},
  limits?: Timeouts,
): Promise<GenerationPart[]> => Array.fromAsync(generate(await generationRequest(given), limits))

/** Returns the error of a step, with the parts before it. */
export const catchModelError = async (
  given: Partial<GenerationRequest> = {},
  limits?: Timeouts,
): Promise<ModelError & { parts: GenerationPart[] }> => {
  const parts: GenerationPart[] = []
  try {
    for await (const part of generate(await generationRequest(given), limits)) parts.push(part)
  } catch (error) {
    return Object.assign(error as ModelError, { parts })
  }
  throw new Error(`The step did not fail: ${JSON.stringify(parts)}`)
}
