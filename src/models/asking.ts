import { callOf } from './conversation.ts'
import { failureOf } from './failure.ts'
import { turnsThatFit } from './history.ts'
import { configuredModel } from './model.ts'
import { patience, usualPatience, type Patience } from './patience.ts'
import { ModelFailure, type Part, type Question } from './port.ts'
import type { SdkPart } from './step.ts'

/** What the SDK says by itself, before there is anything of the model. */
const isSign = ({ type }: SdkPart) => type !== 'start' && type !== 'start-step'

/** The parts of a step; reasoning and all else that people are not shown is left out. */
async function* partsOf(sdkParts: AsyncIterable<SdkPart>, name: string): AsyncGenerator<Part> {
  let isSaid = false
  for await (const part of sdkParts) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta' && part.text !== '') {
      isSaid = true
      yield { type: 'text', text: part.text }
    }
    if (part.type === 'tool-call') {
      isSaid = true
      yield { type: 'call', call: callOf(part.toolCallId, part.toolName, part.input) }
    }
    if (part.type !== 'finish') continue
    if (part.finishReason === 'content-filter')
      throw new ModelFailure(`The model "${name}" refuses to answer this.`)
    // a provider that does not say why it ended was cut off
    if (part.finishReason === 'error' || part.rawFinishReason === undefined) break
    if (!isSaid) throw new ModelFailure(`The model "${name}" gave no answer.`)
    const { inputTokens = 0, outputTokens = 0 } = part.totalUsage
    return yield { type: 'end', usage: { input_tokens: inputTokens, output_tokens: outputTokens } }
  }
  throw new Error('The stream ended before its end.')
}

/**
 * Asks a model for one step. Its words come as they are said, its calls after them, whatever they name: who
 * asks decides what may be called. Throws ModelFailure when it gives no whole answer, and the reason of
 * `signal` when that is aborted.
 */
export async function* askModel(
  question: Question,
  limits: Patience = usualPatience,
): AsyncGenerator<Part, void> {
  const { model, signal } = question
  signal.throwIfAborted()
  const configured = configuredModel(model.id)
  if (!configured) throw new ModelFailure(`The model "${model.name}" no longer exists.`)
  if (configured.provider === 'embedded') {
    const { extractive } = await import('./extractive.ts')
    return yield* extractive(question)
  }
  const turns = turnsThatFit(question)
  const waiting = patience(model, signal, limits)
  const start = async () => {
    const { startStep } = await import('./step.ts')
    return startStep(question, turns, configured, waiting.signal)
  }
  try {
    yield* partsOf(waiting.over(start, isSign), model.name)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failureOf(error, model)
  }
}
