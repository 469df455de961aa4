import { generate } from '../../models/generation.ts'
import { toCountTokens, toCountUse } from '../../models/usage.ts'
import { ModelError, type GenerationPart, type ToolCall } from '../../models/generation-request.ts'
import type { Passage } from '../../models/passage.ts'
import { allowAddresses } from './sources/addresses.ts'
import { hasReadOthers } from './confirmation.ts'
import { ReplyRefused } from './context.ts'
import { toStepCalls } from './limits.ts'
import { readForStep, type StepSources } from './passages/step-sources.ts'
import { isLastStep, toRequest } from './request.ts'
import type { RunState } from './run-state.ts'
import { safeText } from './safe-text.ts'
import { parseStepCalls, isSearch, replySteps, type ReplyStep } from './step.ts'
import { presentCalls } from './tool-call-view.ts'
import { failInvalidCalls } from './tool-calls.ts'
import { joinTexts, sumUsage } from './transcript.ts'

/** Maximum size of the text of one reply, in bytes. */
const maxReplyBytes = 100_000

/** Interval at which the text is stored while it arrives. */
const saveIntervalMilliseconds = 2_000

/**
 * Returns the addresses that a reply may link to: those in sources, attached files, call results and asker messages.
 */
const addressesFor = ({ context, steps }: RunState, passages: Passage[]) =>
  allowAddresses([
    {
      given: [
        ...context.askerTexts,
        ...context.opened.map(({ text = '' }) => text),
        ...passages.flatMap(({ title, text, url }) => [title, text, url]),
      ],
      written: [],
    },
    ...steps.map((step) => ({
      given: parseStepCalls(step).map(({ outcome }) => JSON.stringify(outcome?.result ?? null)),
      written: parseStepCalls(step).map(({ call }) => JSON.stringify(call.arguments)),
    })),
  ])

/** Collects the text of a step: emits each piece, and stores the text at intervals. */
const collectText = ({ draft, steps, emit }: RunState, { changes }: StepSources) => {
  const earlier = joinTexts(steps)
  const separator = earlier && '\n\n'
  let text = ''
  let isFull = false
  let savedAt = Date.now()
  const save = () => draft.save({ ...changes, text: (earlier + (text && separator) + text).toWellFormed() })
  return {
    before: earlier + separator,
    text: () => text,
    isFull: () => isFull,
    append: async (piece: string) => {
      isFull ||= Buffer.byteLength(earlier + text + piece) > maxReplyBytes
      if (isFull || piece === '') return
      emit('delta', { text: text === '' ? separator + piece : piece })
      text += piece
      if (Date.now() - savedAt < saveIntervalMilliseconds) return
      await save()
      savedAt = Date.now()
    },
    retract: () => {
      text = ''
      isFull = false
    },
    keep: async () => {
      if (text !== '') await save()
    },
  }
}

/** Reads the parts of a step as safe Markdown; drops text beyond the limit. */
const receiveParts = async (state: RunState, parts: AsyncIterable<GenerationPart>, sources: StepSources) => {
  const collected = collectText(state, sources)
  const startText = () => safeText(addressesFor(state, sources.passages), collected.before)
  let safe = startText()
  const calls: ToolCall[] = []
  let usage = { input_tokens: 0, output_tokens: 0 }
  try {
    for await (const part of parts) {
      if (part.type === 'end') usage = part.usage
      if (part.type === 'call') calls.push(part.call)
      if (part.type === 'text' && !collected.isFull()) await collected.append(safe.push(part.text))
      if (part.type !== 'retraction') continue
      safe = startText()
      collected.retract()
    }
    await collected.append(safe.end())
  } catch (error) {
    // the text before an error stays, as it does when a reply is cancelled
    if (error instanceof ModelError) {
      await collected.append(safe.end())
      await collected.keep()
    }
    throw error
  }
  return { text: collected.text(), calls, usage }
}

/** Stores a step together with its view in the reply. */
const storeStep = async (
  { draft, context, steps }: RunState,
  step: ReplyStep,
  changes: Partial<StepSources['changes']> = {},
) => {
  const all = [...steps, step]
  const { asker, model } = context
  const replies = !isSearch(step) && steps.every(isSearch) ? 1 : 0
  await draft.save(
    {
      ...changes,
      text: joinTexts(all),
      usage: sumUsage(all),
      model_id: model.id,
      has_read_others: hasReadOthers({ context, steps: all }, all.length),
      calls: JSON.stringify(presentCalls(all, draft.message.decisions)),
    },
    [
      replySteps.toCreate(step),
      ...(await toCountTokens(asker, step)),
      ...toCountUse(asker, model.id, { ...step, replies }),
    ],
  )
}

/**
 * Asks the model for the next step and stores its text as it arrives; or returns a step that first asks the asker to
 * approve the sources.
 */
export const generateStep = async (state: RunState): Promise<ReplyStep> => {
  const { draft, steps, context } = state
  const reading = await readForStep(state)
  const { embeddingTokens = 0 } = context
  delete context.embeddingTokens
  if (!('changes' in reading)) {
    const step = { ...reading, input_tokens: embeddingTokens }
    await storeStep(state, step)
    return step
  }
  const { passages, changes } = reading
  const isLast = isLastStep(state)
  const { text, calls, usage } = await receiveParts(state, generate(toRequest(state, passages)), reading)
  if (text.trim() === '' && (isLast || calls.length === 0))
    throw new ReplyRefused('The model returned no answer.')

  const step = replySteps.make({
    reply_id: draft.message.id,
    number: steps.length,
    text: text.toWellFormed(),
    calls: JSON.stringify(isLast ? [] : await failInvalidCalls(toStepCalls(calls, steps.length), context)),
    ...(steps.every(isSearch) && { passages: JSON.stringify(passages) }),
    input_tokens: usage.input_tokens + embeddingTokens,
    output_tokens: usage.output_tokens,
  })
  await storeStep(state, step, changes)
  return step
}
