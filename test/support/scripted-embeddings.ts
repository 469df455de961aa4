import { crc32 } from 'node:zlib'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A received request for embeddings. */
export interface EmbeddingCall {
  model: string
  input: string[]
  authorization: string | undefined
}

/** Outcome of a request: a response with this status, no response, or these vectors. */
type Outcome = number | 'silence' | unknown[][]

/** Limit beyond which a provider rejects requests with this status. */
interface Limit {
  status: number
  texts?: number
  characters?: number
}

/** Synonyms, mapped to one word. */
const meanings: Record<string, string> = {
  holidays: 'vacation',
  leave: 'vacation',
  colleague: 'employee',
  employees: 'employee',
  salary: 'wages',
  income: 'wages',
}

const dimensions = 512

/** Returns the dimension of a word, which differs between models. */
const dimensionOf = (model: string, word: string) => crc32(`${model} ${meanings[word] ?? word}`) % dimensions

/** Returns the embedding of a text: the counts of its words of four letters or more, by meaning. */
export const embeddingOf = (model: string, text: string): number[] => {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{4,}/g)) {
    const dimension = dimensionOf(model, word)
    vector[dimension] = (vector[dimension] ?? 0) + 1
  }
  return vector.some(Boolean) ? vector : [1, ...vector.slice(1)]
}

/** Returns the number of tokens of a text, which is its number of words. */
export const countTokens = (text: string): number => text.split(/\s+/).length

/**
 * Responds to `POST /embeddings` as an OpenAI-compatible provider: first with the scripted outcomes, then with computed
 * embeddings.
 */
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
    /** Rejects requests beyond a limit; undefined accepts all. */
    limit: (given?: Limit) => {
      limit = given
    },
    /** Received requests, oldest first. */
    calls,
    /** Returns all received texts. */
    inputs: () => calls.flatMap(({ input }) => input),
    /** Scripts the outcomes of the next requests, one after the other. */
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
