import type { FunctionEffect } from '../../functions/effect.ts'
import { effectOfCall } from '../../invocation/call-effect.ts'
import { environment } from '../../platform/runtime/environment.ts'
import type { RunState } from './run-state.ts'
import { callsOf, passagesOf, type ReplyStep, type StepCall } from './step.ts'

interface Circumstances {
  effect: FunctionEffect | null
  /** Nobody but the asker sees what the call changes. */
  isPersonal: boolean
  /** Other people are in the chat, and see what the answer makes of what a call returns. */
  isOverheard: boolean
  /** The asker answers for what the assistant is told. */
  isOwn: boolean
  /** The asker lets this version of the assistant call this function. */
  isTrusted: boolean
  /** Texts of others may have led to the call. */
  hasReadOthers: boolean
}

/**
 * Whether the asker is asked before a call is made: always when it shares or removes something, and when other people
 * will see what the answer makes of its result; when it writes for an assistant that others could have told to; and
 * when others will see what it writes, and may have led to it. Elsewhere reading needs no yes (decision 0034).
 */
export const needsConfirmation = (circumstances: Circumstances): boolean => {
  const { effect, isPersonal, isOverheard, isOwn, isTrusted, hasReadOthers } = circumstances
  const isLedByOthers = hasReadOthers && (environment.assistantsAreCautious || !isOwn)
  if (isOverheard && effect !== null) return true
  switch (effect) {
    case 'sharing':
    case 'destructive':
      return true
    case 'write':
      return (!isOwn && !isTrusted) || (isLedByOthers && !isPersonal)
    default:
      return false
  }
}

/** Whether texts of others were before the model when it took step `number`, counted from 0. */
export const hasReadOthers = (
  { context, steps }: Pick<RunState, 'context' | 'steps'>,
  number: number,
): boolean =>
  context.hasOthersTurns ||
  passagesOf(steps).length > 0 ||
  steps
    .slice(0, number)
    .flatMap(callsOf)
    .some(({ outcome }) => outcome !== null && outcome.result !== null)

/** Whether a call of the last step waits for the asker; what was not offered fails and need not. */
const waitsFor = (state: RunState, { id, call, effect, outcome }: StepCall): boolean => {
  const { context, steps, draft } = state
  if (outcome !== null || draft.message.decisions[id] !== undefined) return false
  if (effect) return true
  const offered = context.functions.find(({ name }) => name === call.name)
  if (!offered) return false
  return needsConfirmation({
    effect: effectOfCall(call.name, call.arguments),
    isPersonal: offered.isPersonal,
    isOverheard: context.isOverheard,
    isOwn: context.isOwn,
    isTrusted: context.trusted.includes(call.name),
    hasReadOthers: hasReadOthers(state, steps.length - 1),
  })
}

/** The calls of the last step, each with whether it waits. */
export const judgeCalls = (state: RunState): StepCall[] =>
  callsOf(state.steps.at(-1) as ReplyStep).map((one) => ({ ...one, waits: waitsFor(state, one) }))
