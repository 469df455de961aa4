import type { Passage } from '../../models/passage.ts'
import { findPassagesFor } from '../../search/conversation.ts'
import { findAttachedPassages } from './attached-passages.ts'
import type { ReplyContext } from './context.ts'
import type { RunState } from './run-state.ts'
import { passagesOf } from './step.ts'

/** How many passages go with a step. */
const maxPassages = 8

/** What is found for the question over all that the asker may read. */
const findQuestionPassages = ({
  asker,
  assistant,
  question,
  askerTexts,
}: ReplyContext): Promise<Passage[]> => {
  const said = askerTexts.slice(0, askerTexts.lastIndexOf(question) + 1)
  return findPassagesFor(asker, said, assistant.knowledge)
}

/** What a step is given to read. A model that is no more than quotations knows attached files by their passages. */
export const findStepPassages = async ({ context, steps }: RunState): Promise<Passage[]> => {
  if (steps.length > 0) return passagesOf(steps)
  const { model, question, opened, askedFileIds } = context
  if (model.provider !== 'embedded') return findQuestionPassages(context)
  const own = opened.filter(({ id }) => askedFileIds.includes(id))
  // a question with files is about them
  if (own.length > 0) return findAttachedPassages(question, own)
  const [attached, found] = [findAttachedPassages(question, opened), await findQuestionPassages(context)]
  return [...attached, ...found].slice(0, maxPassages)
}
