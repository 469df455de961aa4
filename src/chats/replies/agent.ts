import { generateStep } from './generation.ts'
import { resultBudget } from './limits.ts'
import type { RunState } from './run-state.ts'
import { callsOf, removeSteps, replySteps, type ReplyStep, type StepCall } from './step.ts'
import { awaitsConfirmation, presentCalls } from './tool-call-view.ts'
import { refusal, runCall } from './tool-calls.ts'
import { findCitations, joinTexts } from './transcript.ts'

/** Stores what came of a call together with what the reply shows of it, and tells whoever listens. */
const saveOutcome = async (
  { draft, steps, emit }: RunState,
  step: ReplyStep,
  call: StepCall,
  outcome: StepCall['outcome'],
) => {
  const calls = callsOf(step).map((one) => (one.id === call.id ? { ...one, outcome } : one))
  const { thing, ...update } = replySteps.toUpdate(step, { calls: JSON.stringify(calls) })
  steps.splice(-1, 1, thing)
  const shown = presentCalls(steps, draft.message.decisions)
  await draft.save({ calls: JSON.stringify(shown) }, [update])
  emit('function_call', shown.find(({ id }) => id === call.id) as object)
}

/** Makes the calls of the last step in their order, up to one that waits for the asker; tells whether all are over. */
const runCalls = async (state: RunState): Promise<boolean> => {
  const { draft, context, steps } = state
  for (;;) {
    const { decisions } = draft.message
    const step = steps.at(-1) as ReplyStep
    const calls = callsOf(step)
    const next = calls.find(({ outcome }) => outcome === null)
    if (!next) return true
    if (awaitsConfirmation(next, decisions)) return false
    await draft.requireCurrent()
    const isRefused = decisions[next.id] === false
    const outcome = isRefused
      ? refusal
      : await runCall(next, draft.message, context, resultBudget(calls, context.model))
    await saveOutcome(state, step, next, outcome)
  }
}

const isAnswered = (steps: ReplyStep[]) => {
  const last = steps.at(-1)
  return last !== undefined && callsOf(last).length === 0
}

/**
 * Writes a reply to its end, or until a call waits for the asker, from the steps on that were taken before.
 * Throws ReplySuperseded, ReplyRefused and ModelError.
 */
export const writeReply = async (state: RunState): Promise<void> => {
  const { draft, steps } = state
  while (!isAnswered(steps)) {
    if (steps.length > 0 && !(await runCalls(state))) {
      const calls = JSON.stringify(presentCalls(steps, draft.message.decisions))
      return draft.save({ status: 'requires_action', calls })
    }
    steps.push(await generateStep(state))
  }
  const text = joinTexts(steps)
  await draft.save({ status: 'completed', text, sources: findCitations(text, steps), error: null })
  await removeSteps(steps)
}
