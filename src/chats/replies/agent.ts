import { requireTokens } from '../../models/usage.ts'
import { now } from '../../platform/runtime/time.ts'
import { shownCall } from '../message/function-call.ts'
import { judgeCalls } from './confirmation.ts'
import { hasOthers } from './context.ts'
import { generateStep } from './generation.ts'
import { resultBudget } from './limits.ts'
import type { RunState } from './run-state.ts'
import { materialFor } from './passages/step-sources.ts'
import {
  parseStepCalls,
  isSearch,
  parseStepPassages,
  removeSteps,
  replySteps,
  type ReplyStep,
  type StepCall,
} from './step.ts'
import { presentCalls } from './tool-call-view.ts'
import { letIn, refusal, runCall } from './tool-calls.ts'
import { findCitations, joinTexts } from './transcript.ts'
import { findQuoted } from './sources/cited-source.ts'

/** Stores the outcome of a call together with its view in the reply, and emits the call. */
const saveOutcome = async (
  { draft, steps, emit }: RunState,
  step: ReplyStep,
  call: StepCall,
  outcome: StepCall['outcome'],
) => {
  const calls = parseStepCalls(step).map((one) => (one.id === call.id ? { ...one, outcome } : one))
  const { thing, ...update } = replySteps.toUpdate(step, { calls: JSON.stringify(calls) })
  steps.splice(-1, 1, thing)
  const stored = presentCalls(steps, draft.message.decisions)
  await draft.save({ calls: JSON.stringify(stored) }, [update])
  for (const one of stored) if (one.id === call.id) emit('function_call', shownCall(one))
}

/** Runs the calls of the last step in order, up to one that waits for the asker; returns true if all are finished. */
const runCalls = async (state: RunState): Promise<boolean> => {
  const { draft, context, steps } = state
  for (;;) {
    const { decisions } = draft.message
    const step = steps.at(-1) as ReplyStep
    const calls = judgeCalls(state)
    const next = calls.find(({ outcome }) => outcome === null)
    if (!next) return true
    if (next.waits) return false
    const [chat] = await Promise.all([draft.requireCurrent(), requireTokens(context.asker)])
    const isAlone = !context.isOverheard
    context.isOverheard ||= hasOthers(chat, context.asker.id)
    // another person has joined meanwhile, who would also see the result: judge the calls again
    if (isAlone && context.isOverheard) continue
    const decided = decisions[next.id] === false ? refusal : isSearch(step) ? letIn : undefined
    const room = resultBudget(calls, context.model)
    await saveOutcome(state, step, next, decided ?? (await runCall(next, draft.message, context, room)))
  }
}

/** Pauses the reply until the asker has approved or refused the waiting calls of the last step. */
const awaitAsker = async (state: RunState): Promise<void> => {
  const { draft, context, steps, emit } = state
  // a reply whose asker has left does not wait
  await draft.requireCurrent()
  const { decisions, waiting_since } = draft.message
  const update = replySteps.toUpdate(steps.at(-1) as ReplyStep, { calls: JSON.stringify(judgeCalls(state)) })
  steps.splice(-1, 1, update.thing)
  const calls = presentCalls(steps, decisions)
  const changes = {
    status: 'requires_action',
    calls: JSON.stringify(calls),
    waiting_since: waiting_since ?? now(),
    assistant_version: context.assistant.version,
  } as const
  await draft.save(changes, [update])
  for (const call of calls) if (call.status === 'waiting') emit('function_call', shownCall(call))
}

const hasAnswered = (steps: ReplyStep[]) => {
  const last = steps.at(-1)
  return last !== undefined && parseStepCalls(last).length === 0
}

/**
 * Writes a reply to its end, or until a call waits for the asker; continues after the steps taken before. Throws
 * ReplySuperseded, ReplyRefused and ModelError.
 */
export const writeReply = async (state: RunState): Promise<void> => {
  const { draft, steps } = state
  while (!hasAnswered(steps)) {
    if (steps.length > 0 && !(await runCalls(state))) return awaitAsker(state)
    steps.push(await generateStep(state))
  }
  const text = joinTexts(steps)
  const material = materialFor(state, parseStepPassages(steps))
  const quoted = JSON.stringify(findQuoted(text, draft.message.origins ?? [], material))
  await draft.save({ status: 'completed', text, quoted, sources: findCitations(text, steps), error: null })
  await removeSteps(steps)
}
