import { ModelError, type GenerationRequest, type Turn } from './generation-request.ts'
import { formatPassages, systemPrompt } from './prompt.ts'

/** An estimate, the usual one for English; each provider counts in its own way. */
const charactersPerToken = 4

/** What the frame of a message takes, in characters. */
const messageOverheadCharacters = 16

const countCharacters = (turn: Turn) => JSON.stringify(turn).length + messageOverheadCharacters

const sumCharacters = (turns: Turn[]) => turns.reduce((sum, turn) => sum + countCharacters(turn), 0)

/** How many tokens the model may write: what was asked for, what it can, and at most half of its window. */
export const maxOutputTokens = ({ model, parameters }: GenerationRequest): number =>
  Math.min(
    parameters.max_output_tokens ?? model.max_output_tokens,
    model.max_output_tokens,
    Math.floor(model.context_window / 2),
  )

/** Turns in pieces that stay together; each begins at a turn that `begins` it. */
const groupTurns = (turns: Turn[], begins: Turn['role']): Turn[][] =>
  turns.reduce<Turn[][]>((pieces, turn) => {
    const last = pieces.at(-1)
    if (turn.role === begins || !last) pieces.push([turn])
    else last.push(turn)
    return pieces
  }, [])

/**
 * The turns that fit into the model's window beside everything else and what it is to write. The oldest go
 * first: whole questions with all that followed, then, of the last question, steps with their results. The
 * last question and the last step after it always stay; throws ModelError when not even these fit.
 */
export const fitTurns = (question: GenerationRequest): Turn[] => {
  const { model, turns, passages, tools } = question
  const first = turns.findIndex(({ role }) => role === 'user')
  const last = turns.findLastIndex(({ role }) => role === 'user')
  const before = groupTurns(first < 0 ? [] : turns.slice(first, last), 'user')
  const asked = last < 0 ? [] : turns.slice(last, last + 1)
  const after = groupTurns(turns.slice(last + 1), 'assistant')
  const newest = after.pop() ?? []

  const fixed = systemPrompt(question).length + formatPassages(passages).length + JSON.stringify(tools).length
  const window = (model.context_window - maxOutputTokens(question)) * charactersPerToken
  let room = window - fixed - sumCharacters([...asked, ...newest])
  if (room < 0) throw new ModelError(`The question is too long for the model "${model.name}".`)

  const newestThatFit = (pieces: Turn[][]) => {
    const cut = pieces.findLastIndex((piece) => (room -= sumCharacters(piece)) < 0)
    if (cut >= 0) room = 0
    return pieces.slice(cut + 1).flat()
  }
  const steps = newestThatFit(after)
  return [...newestThatFit(before), ...asked, ...steps, ...newest]
}
