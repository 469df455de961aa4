import type { Passage } from '../../../models/passage.ts'
import type { Changes } from '../../../platform/table/changes.ts'
import type { StoredMessage } from '../../message/message.ts'
import type { Origin } from '../../message/origin.ts'
import { refKey } from '../../../platform/resource-ref.ts'
import { joinOrigins, toCitedSources, type CitedSource } from '../sources/cited-source.ts'
import type { RunState } from '../run-state.ts'
import { makeSearchStep, readSearchStep } from './search-call.ts'
import { decidedPassages, findStepPassages } from './step-passages.ts'
import { parseStepCalls, isSearch, parseStepPassages, type ReplyStep } from '../step.ts'

/** Passages for a step, and what the reply stores about their origin. */
export interface StepSources {
  passages: Passage[]
  changes: Pick<Changes<StoredMessage>, 'origins' | 'audience'>
}

/**
 * Returns the sources that the asker has approved and the listeners they were approved for; undefined without approval.
 */
const findYes = (steps: ReplyStep[]) => {
  const asked = steps.find(isSearch)
  if (!asked || parseStepCalls(asked)[0]?.outcome?.error !== null) return undefined
  const { withheld, listeners } = readSearchStep(asked)
  return { things: new Set(withheld.map(refKey)), listeners }
}

/** Returns everything that the model reads: these passages and the origins of earlier replies. */
export const materialFor = ({ steps, context }: RunState, passages: Passage[]): CitedSource[] => {
  const yes = findYes(steps)
  return [...toCitedSources(passages, (one) => yes?.things.has(refKey(one)) === true), ...context.earlier]
}

const toReading = (state: RunState, passages: Passage[], isFirst: boolean): StepSources => {
  const { draft, steps, context } = state
  const { people, owners } = context.listeners
  const known: Origin[] = isFirst ? [] : (draft.message.origins ?? [])
  const origins = joinOrigins(known, materialFor(state, passages))
  // an approval holds only for the people who were present at that time
  const approved = isFirst ? findYes(steps)?.listeners : draft.message.audience
  const listeners = [...people, ...owners].map(({ id }) => id)
  const present = approved ? listeners.filter((id) => approved.includes(id)) : listeners
  return { passages, changes: { origins, audience: [context.asker.id, ...present] } }
}

/**
 * Returns the passages for the next step; searches before the first step. If the asker must approve passages, returns a
 * step that asks for the approval instead.
 */
export const readForStep = async (state: RunState): Promise<StepSources | ReplyStep> => {
  const { steps } = state
  if (steps.some((step) => !isSearch(step))) return toReading(state, parseStepPassages(steps), false)
  const [asked] = steps
  if (asked) {
    const passages = await decidedPassages(state, readSearchStep(asked), findYes(steps) !== undefined)
    return toReading(state, passages, true)
  }
  const found = await findStepPassages(state)
  if (found.withheld.length > 0) return makeSearchStep(state, found)
  return toReading(state, found.passages, true)
}
