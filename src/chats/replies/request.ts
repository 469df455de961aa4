import type { PlatformFunction } from '../../functions/function.ts'
import type { GenerationRequest, Tool } from '../../models/generation-request.ts'
import type { Passage } from '../../models/passage.ts'
import type { RunState } from './run-state.ts'
import { isSearch } from './step.ts'
import { stepTurns } from './transcript.ts'

/** Every word of it goes with every step: of what only reads, the title says enough. */
const toTool = ({ name, title, description, parameters, effect }: PlatformFunction): Tool => ({
  name,
  description: [title, effect !== 'read' && description].filter(Boolean).join('. '),
  parameters,
})

/** Whether the next step has to be an answer. */
export const isLastStep = ({ context, steps }: Pick<RunState, 'context' | 'steps'>): boolean =>
  steps.filter((step) => !isSearch(step)).length >= context.assistant.max_steps - 1

/** What the model is asked for the next step, with these passages. */
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
