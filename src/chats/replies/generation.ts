import type { PlatformFunction } from '../../functions/function.ts'
import { generate } from '../../models/generation.ts'
import type { GenerationPart, Tool, ToolCall } from '../../models/generation-request.ts'
import { findPassages } from '../../search/retrieval.ts'
import { ReplyRefused } from './context.ts'
import { toStepCalls } from './limits.ts'
import type { RunState } from './run-state.ts'
import { passagesOf, replySteps, type ReplyStep } from './step.ts'
import { presentCalls } from './tool-call-view.ts'
import { joinTexts, sumUsage, toTurns } from './transcript.ts'

/** What a model may say in one reply. */
const maxReplyBytes = 100_000

/** How often the text is stored while it arrives. */
const saveIntervalMilliseconds = 2_000

const findStepPassages = async ({ context, steps }: RunState) => {
  if (steps.length > 0) return passagesOf(steps)
  const { asker, assistant, question, previousQuestion } = context
  const found = await findPassages(asker, question, assistant.knowledge)
  if (found.length > 0 || !previousQuestion) return found
  return findPassages(asker, `${previousQuestion} ${question}`, assistant.knowledge)
}

const toTool = ({ name, title, description, parameters }: PlatformFunction): Tool => ({
  name,
  description: [title, description].filter(Boolean).join('. '),
  parameters,
})

/** Takes what the model says in, piece by piece: each goes to whoever listens, and now and then into the table. */
const receive = async ({ draft, steps, emit }: RunState, parts: AsyncIterable<GenerationPart>) => {
  const earlier = joinTexts(steps)
  const separator = earlier && '\n\n'
  const calls: ToolCall[] = []
  let text = ''
  let savedAt = Date.now()
  let usage = { input_tokens: 0, output_tokens: 0 }
  for await (const part of parts) {
    if (part.type === 'end') usage = part.usage
    if (part.type === 'call') calls.push(part.call)
    if (part.type !== 'text' || Buffer.byteLength(earlier + text + part.text) > maxReplyBytes) continue
    emit('delta', { text: text === '' ? separator + part.text : part.text })
    text += part.text
    if (Date.now() - savedAt < saveIntervalMilliseconds) continue
    await draft.save({ text: (earlier + separator + text).toWellFormed() })
    savedAt = Date.now()
  }
  return { text, calls, usage }
}

/** Stores a step together with what the reply shows of it. */
const saveStep = async ({ draft, context, steps }: RunState, step: ReplyStep) => {
  const all = [...steps, step]
  await draft.save(
    {
      text: joinTexts(all),
      usage: sumUsage(all),
      model_id: context.model.id,
      calls: JSON.stringify(presentCalls(all, draft.message.decisions)),
    },
    [replySteps.toCreate(step)],
  )
}

/** Asks the model for the next step, and stores what it says piece by piece and as a whole. */
export const generateStep = async (state: RunState): Promise<ReplyStep> => {
  const { asker, assistant, model, functions, turns } = state.context
  const number = state.steps.length
  const passages = await findStepPassages(state)
  // the last step has to be an answer
  const isLast = number >= assistant.max_steps - 1
  const parts = generate({
    model,
    instructions: assistant.instructions ?? '',
    turns: [...turns, ...toTurns(state.steps)],
    passages,
    tools: isLast ? [] : functions.map(toTool),
    parameters: assistant.model_parameters,
    locale: asker.locale,
    signal: state.signal,
  })
  const { text, calls, usage } = await receive(state, parts)
  if (text === '' && (isLast || calls.length === 0)) throw new ReplyRefused('The model gave no answer.')

  const step = replySteps.make({
    reply_id: state.draft.message.id,
    number,
    text: text.toWellFormed(),
    calls: JSON.stringify(isLast ? [] : toStepCalls(calls, number)),
    ...(number === 0 && { passages: JSON.stringify(passages) }),
    ...usage,
  })
  await saveStep(state, step)
  return step
}
