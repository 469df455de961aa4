import { crc32 } from 'node:zlib'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request for embeddings as it came over the wire. */
export interface EmbeddingCall {
  model: string
  input: string[]
  authorization: string | undefined
}

/** What becomes of a request: an answer with this status, none at all, or these vectors. */
type Outcome = number | 'silence' | unknown[][]

/** A provider that refuses larger requests with this status. */
interface Limit {
  status: number
  texts?: number
  characters?: number
}

/** Words that say the same to a model, as one of them. */
const meanings: Record<string, string> = {
  holidays: 'vacation',
  leave: 'vacation',
  colleague: 'employee',
  employees: 'employee',
  salary: 'wages',
  income: 'wages',
}

const dimensions = 512

/** Each model has directions of its own. */
const dimensionOf = (model: string, word: string) => crc32(`${model} ${meanings[word] ?? word}`) % dimensions

/** The embedding of a text by the rule: how often each meaning of its longer words is there. */
export const embeddingOf = (model: string, text: string): number[] => {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{4,}/g)) {
    const dimension = dimensionOf(model, word)
    vector[dimension] = (vector[dimension] ?? 0) + 1
  }
  return vector.some(Boolean) ? vector : [1, ...vector.slice(1)]
}

/** How many tokens a text has by the rule: its words. */
export const countTokens = (text: string): number => text.split(/\s+/).length

/** Answers `POST /embeddings` as an OpenAI-compatible provider does, by a rule, once what was put down has happened. */
export const scriptedEmbeddings = () => {
  const calls: EmbeddingCall[] = []
  const script: Outcome[] = []
  let limit: Limit | undefined
  const refusal = (input: string[]) => {
    if (!limit) return undefined
    const { status, texts = Infinity, characters = Infinity } = limit
    return input.length > texts || input.join('').length > characters ? status : undefined
  }
  return {
    /** Refuses larger requests from now on; undefined accepts all. */
    limit: (given?: Limit) => {
      limit = given
    },
    /** What came, the oldest first. */
    calls,
    /** All texts that came. */
    inputs: () => calls.flatMap(({ input }) => input),
    /** Has these happen to the next requests instead, one after the other. */
    next: (...outcomes: Outcome[]) => void script.push(...outcomes),
    respond: (
      { headers, body }: { headers: IncomingMessage['headers']; body: object },
      response: ServerResponse,
    ) => {
      const { model, input } = body as Omit<EmbeddingCall, 'authorization'>
      calls.push({ model, input, authorization: headers.authorization })
      const outcome = script.shift() ?? refusal(input) ?? input.map((text) => embeddingOf(model, text))
      if (outcome === 'silence') return
      const isFailure = typeof outcome === 'number'
      response
        .writeHead(isFailure ? outcome : 200, {
          'Content-Type': 'application/json',
          ...(isFailure && { 'retry-after-ms': '1', Location: '/elsewhere' }),
        })
        .end(
          JSON.stringify(
            isFailure
              ? { error: { message: `refused: ${headers.authorization} ${input.join(' ')}` } }
              : {
                  data: outcome.map((embedding, index) => ({ embedding, index })),
                  usage: { prompt_tokens: input.reduce((sum, text) => sum + countTokens(text), 0) },
                },
          ),
        )
    },
  }
}
