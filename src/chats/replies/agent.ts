import { findPassages } from '../../search/retrieval.ts'
import { generate } from '../../models/generation.ts'
import type { ToolCall } from '../../models/generation-request.ts'
import { runCall, refusal } from './tool-calls.ts'
import type { ReplyDraft } from './draft.ts'
import { toStepCalls, resultBudget } from './limits.ts'
import { findCitations, joinTexts, toTurns, sumUsage } from './transcript.ts'
import { ReplyRefused, type ReplyContext } from './context.ts'
import { awaitsConfirmation, presentCalls } from './tool-call-view.ts'
import { callsOf, passagesOf, removeSteps, replySteps, type ReplyStep } from './step.ts'

/** Tells whoever listens what happens to a reply: pieces of its text, and its calls. */
export type Emit = (event: 'delta' | 'function_call', data: object) => void

/** What a model may say in one reply. */
const maxReplyBytes = 100_000

/** So often the text is stored while it comes, in milliseconds. */
const saveIntervalMilliseconds = 2_000

/** Asks the model for the next step, and stores what it says piece by piece and as a whole. */
const generateStep = async (
  draft: ReplyDraft,
  scene: ReplyContext,
  known: ReplyStep[],
  signal: AbortSignal,
  tell: Emit,
) => {
  const { asker, assistant, model, functions, turns, question, previousQuestion } = scene
  const number = known.length
  let passages = passagesOf(known)
  if (number === 0) {
    passages = await findPassages(asker, question, assistant.knowledge)
    if (passages.length === 0 && previousQuestion)
      passages = await findPassages(asker, `${previousQuestion} ${question}`, assistant.knowledge)
  }
  // the last step has to be an answer
  const isLast = number >= assistant.max_steps - 1
  const earlier = joinTexts(known)
  const opening = earlier && '\n\n'
  let text = ''
  let saved = Date.now()
  let usage = { input_tokens: 0, output_tokens: 0 }
  const calls: ToolCall[] = []
  const parts = generate({
    model,
    instructions: assistant.instructions ?? '',
    turns: [...turns, ...toTurns(known)],
    passages,
    tools: isLast
      ? []
      : functions.map(({ name, title, description, parameters }) => ({
          name,
          description: [title, description].filter(Boolean).join('. '),
          parameters,
        })),
    parameters: assistant.model_parameters,
    locale: asker.locale,
    signal,
  })
  for await (const part of parts) {
    if (part.type === 'end') usage = part.usage
    if (part.type === 'call') calls.push(part.call)
    if (part.type !== 'text' || Buffer.byteLength(earlier + text + part.text) > maxReplyBytes) continue
    tell('delta', { text: text === '' ? opening + part.text : part.text })
    text += part.text
    if (Date.now() - saved < saveIntervalMilliseconds) continue
    await draft.save({ text: (earlier + opening + text).toWellFormed() })
    saved = Date.now()
  }
  if (text === '' && (isLast || calls.length === 0)) throw new ReplyRefused('The model gave no answer.')

  const step = replySteps.make({
    reply_id: draft.message.id,
    number,
    text: text.toWellFormed(),
    calls: JSON.stringify(isLast ? [] : toStepCalls(calls, number)),
    ...(number === 0 && { passages: JSON.stringify(passages) }),
    ...usage,
  })
  const all = [...known, step]
  await draft.save(
    {
      text: joinTexts(all),
      usage: sumUsage(all),
      model_id: model.id,
      calls: JSON.stringify(presentCalls(all, draft.message.decisions)),
    },
    [replySteps.toCreate(step)],
  )
  return step
}

/** Makes the calls of a step in their order, up to one that waits for the asker; tells whether all are over. */
const runCalls = async (
  draft: ReplyDraft,
  scene: ReplyContext,
  known: ReplyStep[],
  tell: Emit,
): Promise<boolean> => {
  for (;;) {
    const { decisions } = draft.message
    const step = known.at(-1) as ReplyStep
    const all = callsOf(step)
    const next = all.find(({ outcome }) => outcome === null)
    if (!next) return true
    if (awaitsConfirmation(next, decisions)) return false
    await draft.requireCurrent()
    const outcome =
      decisions[next.id] === false
        ? refusal
        : await runCall(next, draft.message, scene, resultBudget(all, scene.model))
    const done = all.map((one) => (one === next ? { ...one, outcome } : one))
    const { thing, ...update } = replySteps.toUpdate(step, { calls: JSON.stringify(done) })
    known.splice(-1, 1, thing)
    const shown = presentCalls(known, decisions)
    await draft.save({ calls: JSON.stringify(shown) }, [update])
    tell('function_call', shown.find(({ id }) => id === next.id) as object)
  }
}

/**
 * Writes a reply to its end, or until a call waits for the asker: from `known` on, which are the steps that were taken
 * before. Throws {@link Over}, {@link ReplyRefused} and ModelError.
 */
export const writeReply = async (
  draft: ReplyDraft,
  scene: ReplyContext,
  known: ReplyStep[],
  signal: AbortSignal,
  tell: Emit,
): Promise<void> => {
  for (;;) {
    const isAnswered = known.length > 0 && callsOf(known.at(-1) as ReplyStep).length === 0
    if (isAnswered) break
    if (known.length > 0 && !(await runCalls(draft, scene, known, tell))) {
      const calls = JSON.stringify(presentCalls(known, draft.message.decisions))
      return draft.save({ status: 'requires_action', calls })
    }
    known.push(await generateStep(draft, scene, known, signal, tell))
  }
  const text = joinTexts(known)
  await draft.save({ status: 'completed', text, sources: findCitations(text, known), error: null })
  await removeSteps(known)
}
