import { toToolCall } from './sdk-messages.ts'
import { toModelError } from './provider-error.ts'
import { fitTurns } from './context-window.ts'
import { findConfiguredModel } from './configured-models.ts'
import { withTimeouts, defaultTimeouts, type Sign, type Timeouts } from './timeouts.ts'
import { logTokens } from './usage-log.ts'
import { ModelError, type GenerationPart, type GenerationRequest } from './generation-request.ts'
import type { SdkStreamPart } from './sdk-stream.ts'

/** Returns the sign of life in a part: the first parts come from the SDK, and raw ones may be keep-alive comments. */
const signOfLife = ({ type }: SdkStreamPart): Sign =>
  type === 'raw' ? 'alive' : /^(?:text|reasoning|tool)/.test(type) ? 'answering' : 'none'

/** Returns a number of tokens; providers also send fractions, negative numbers and none. */
const toTokenCount = (tokens: number | undefined): number =>
  Number.isFinite(tokens) ? Math.max(0, Math.round(tokens as number)) : 0

/** Converts the parts of the SDK; drops reasoning and all other parts that people do not see. */
async function* toParts(
  sdkParts: AsyncIterable<SdkStreamPart>,
  name: string,
): AsyncGenerator<GenerationPart> {
  let isSaid = false
  for await (const part of sdkParts) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta' && part.text !== '') {
      isSaid = true
      yield { type: 'text', text: part.text }
    }
    if (part.type === 'retraction') {
      isSaid = false
      yield part
    }
    if (part.type === 'tool-call') {
      isSaid = true
      yield { type: 'call', call: toToolCall(part.toolCallId, part.toolName, part.input) }
    }
    if (part.type !== 'finish') continue
    const { totalUsage } = part
    const inputTokens = toTokenCount(totalUsage.inputTokens)
    const outputTokens = toTokenCount(totalUsage.outputTokens)
    logTokens(name, inputTokens + outputTokens)
    if (part.finishReason === 'content-filter')
      throw new ModelError(`The model "${name}" refuses to answer this.`)
    // a provider that gives no finish reason was cut off
    if (part.finishReason === 'error' || part.rawFinishReason === undefined) break
    if (!isSaid) throw new ModelError(`The model "${name}" returned no answer.`)
    return yield { type: 'end', usage: { input_tokens: inputTokens, output_tokens: outputTokens } }
  }
  throw new Error('The stream ended too early.')
}

/**
 * Asks a model for one step. Yields its text as it arrives, then its calls, whatever they name: the caller decides
 * which calls are allowed. Throws ModelError if the answer is incomplete, and the reason of `signal` if that is
 * aborted.
 */
export async function* generate(
  question: GenerationRequest,
  limits: Partial<Timeouts> = {},
): AsyncGenerator<GenerationPart, void> {
  const { model, signal } = question
  signal.throwIfAborted()
  const configured = await findConfiguredModel(model.id)
  if (!configured) throw new ModelError(`The model "${model.name}" no longer exists.`)
  if (configured.provider === 'embedded') {
    const { generateExtractive } = await import('./extractive/answer.ts')
    return yield* generateExtractive(question)
  }
  const turns = fitTurns(question)
  const waiting = withTimeouts(model, signal, {
    ...defaultTimeouts,
    firstPartMilliseconds: configured.first_token_seconds * 1_000,
    ...limits,
  })
  const start = async () => {
    const { startStream } = await import('./sdk-stream.ts')
    return startStream(question, turns, configured, waiting.signal)
  }
  try {
    yield* toParts(waiting.over(start, signOfLife), model.name)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw await toModelError(error, configured, JSON.stringify(question))
  }
}
