import type { FunctionEffect } from '../../functions/effect.ts'
import { callEffect } from '../../invocation/call-effect.ts'
import { environment } from '../../platform/runtime/environment.ts'
import type { RunState } from './run-state.ts'
import { parseStepCalls, parseStepPassages, type ReplyStep, type StepCall } from './step.ts'

interface Circumstances {
  effect: FunctionEffect | null
  /** True if only the asker sees the changes of the call. */
  isPersonal: boolean
  /** True if other people are in the chat, who see what the answer makes of the result. */
  isOverheard: boolean
  /** True if the asker is responsible for the assistant's instructions. */
  isOwn: boolean
  /** True if the asker trusts this version of the assistant with the function. */
  isTrusted: boolean
  /** True if texts by others may have led to the call. */
  hasReadOthers: boolean
}

/**
 * Returns true if the asker must confirm a call (decision 0034). Sharing and removal always need confirmation, and so
 * does any call whose result other people will see in the answer. A write needs confirmation if others may have
 * instructed the assistant and the asker does not trust it, or if others will see the write and texts by others may
 * have led to it. All other calls need none.
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

/** Returns true if the model had texts by others before it when it took step `number`, counted from 0. */
export const hasReadOthers = (
  { context, steps }: Pick<RunState, 'context' | 'steps'>,
  number: number,
): boolean =>
  context.hasOthersTurns ||
  parseStepPassages(steps).length > 0 ||
  steps
    .slice(0, number)
    .flatMap(parseStepCalls)
    .some(({ outcome }) => outcome !== null && outcome.result !== null)

/**
 * Returns true if a call of the last step waits for the asker; a call that was not offered fails without confirmation.
 */
const waitsFor = (state: RunState, { id, call, effect, outcome }: StepCall): boolean => {
  const { context, steps, draft } = state
  if (outcome !== null || draft.message.decisions[id] !== undefined) return false
  if (effect) return true
  const offered = context.functions.find(({ name }) => name === call.name)
  if (!offered) return false
  return needsConfirmation({
    effect: callEffect(call.name, call.arguments),
    isPersonal: offered.isPersonal,
    isOverheard: context.isOverheard,
    isOwn: context.isOwn,
    isTrusted: context.trusted.includes(call.name),
    hasReadOthers: hasReadOthers(state, steps.length - 1),
  })
}

/** Returns the calls of the last step, and sets `waits` for each. */
export const judgeCalls = (state: RunState): StepCall[] =>
  parseStepCalls(state.steps.at(-1) as ReplyStep).map((one) => ({ ...one, waits: waitsFor(state, one) }))
