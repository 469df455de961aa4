import type { PlatformFunction } from '../../functions/function.ts'
import type { GenerationRequest, Tool } from '../../models/generation-request.ts'
import type { Passage } from '../../models/passage.ts'
import type { RunState } from './run-state.ts'
import { isSearch } from './step.ts'
import { stepTurns } from './transcript.ts'

/** Converts a function to a tool; leaves out the description of functions that only read, since every step sends it. */
const toTool = ({ name, title, description, parameters, effect }: PlatformFunction): Tool => ({
  name,
  description: [title, effect !== 'read' && description].filter(Boolean).join('. '),
  parameters,
})

/** Returns true if the next step must be an answer. */
export const isLastStep = ({ context, steps }: Pick<RunState, 'context' | 'steps'>): boolean =>
  steps.filter((step) => !isSearch(step)).length >= context.assistant.max_steps - 1

/** Returns the request for the model's next step, with these passages. */
export const toRequest = (state: RunState, passages: Passage[]): GenerationRequest => {
  const { asker, assistant, model, functions, turns, boundary } = state.context
  return {
    model,
    instructions: assistant.instructions ?? '',
    turns: [...turns, ...stepTurns(state.steps)],
    passages,
    tools: isLastStep(state) ? [] : functions.map(toTool),
    parameters: assistant.model_parameters,
    asker,
    boundary,
    locale: asker.locale,
    signal: state.signal,
  }
}
