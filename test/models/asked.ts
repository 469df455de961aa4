import type { Passage } from '../../src/models/passage.ts'
import { askModel } from '../../src/models/asking.ts'
import { findModel, type Model } from '../../src/models/model.ts'
import type { Patience } from '../../src/models/patience.ts'
import type { ModelFailure, Part, Question, Turn } from '../../src/models/port.ts'
import { scriptedModelId } from '../support/scripted-provider.ts'

export const user = (text: string): Turn => ({ role: 'user', text })

/** A question to the scripted model, or to another. */
export const question = (given: Partial<Question> = {}): Question => ({
  model: findModel(scriptedModelId) as Model,
  instructions: 'You help with the canteen.',
  turns: [user('What is for lunch?')],
  passages: [],
  functions: [],
  parameters: { temperature: null, top_p: null, max_output_tokens: null },
  locale: null,
  signal: new AbortController().signal,
  ...given,
})

export const passage = (text: string, given: Partial<Passage> = {}): Passage => ({
  type: 'wiki_page',
  id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
  title: 'The canteen',
  url: '/api/v1/wiki/pages/01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
  text,
  ...given,
})

/** A function that can be offered. */
export const offered = {
  name: 'wiki_list_spaces',
  description: 'Lists spaces.',
  parameters: {
    type: 'object',
    properties: { q: { type: 'string' } },
    additionalProperties: false,
  },
}

/** All parts of a step. */
export const partsOf = async (given: Partial<Question> = {}, limits?: Patience): Promise<Part[]> =>
  Array.fromAsync(askModel(question(given), limits))

/** What a step fails with. */
export const failureOf = async (
  given: Partial<Question> = {},
  limits?: Patience,
): Promise<ModelFailure & { parts: Part[] }> => {
  const parts: Part[] = []
  try {
    for await (const part of askModel(question(given), limits)) parts.push(part)
  } catch (error) {
    return Object.assign(error as ModelFailure, { parts })
  }
  throw new Error(`The step did not fail: ${JSON.stringify(parts)}`)
}
