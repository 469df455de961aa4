import { randomUUID } from 'node:crypto'
import type * as z from '../../platform/schema/schema.ts'
import { generate } from '../../models/generation.ts'
import type { Model } from '../../models/model.ts'
import { requireTokens, toCountTokens, toCountUse } from '../../models/usage.ts'
import { transact } from '../../platform/table/table.ts'

/** The person whose tokens pay for the calls of the model. */
export type Asker = Parameters<typeof requireTokens>[0]

interface Question {
  model: Model
  instructions: string
  /** Text that the model works on, sent as JSON. */
  part: object
  asker: Asker
  signal: AbortSignal
}

const recordTokens = async (asker: Asker, model: Model, usage: Parameters<typeof toCountTokens>[1]) => {
  const counting = [...(await toCountTokens(asker, usage)), ...toCountUse(asker, model.id, usage)]
  if (counting.length > 0) await transact(counting)
}

/** Returns the JSON object in an answer, regardless of surrounding text. */
const parseObject = (answer: string): unknown => {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

/**
 * Asks a model for a JSON object; returns undefined for an answer that the schema rejects. Throws ModelError, and 429
 * if the asker has no tokens left.
 */
export const generateJson = async <T>(
  { model, instructions, part, asker, signal }: Question,
  schema: z.ZodType<T>,
): Promise<T | undefined> => {
  await requireTokens(asker)
  let answer = ''
  const pieces = generate({
    model,
    instructions,
    turns: [{ role: 'user', text: JSON.stringify(part) }],
    passages: [],
    tools: [],
    parameters: { temperature: 0, top_p: null, max_output_tokens: null },
    asker: null,
    boundary: randomUUID(),
    locale: null,
    signal,
  })
  for await (const piece of pieces) {
    if (piece.type === 'text') answer += piece.text
    if (piece.type === 'retraction') answer = ''
    if (piece.type === 'end') await recordTokens(asker, model, piece.usage)
  }
  return schema.safeParse(parseObject(answer)).data
}
