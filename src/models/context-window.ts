import { ModelError, type GenerationRequest, type Turn } from './generation-request.ts'
import { fitFiles, weighFiles } from './file-token-budget.ts'
import { formatPassages, systemPrompt } from './prompt.ts'

/** Estimate of characters per token, the usual one for English; each provider counts differently. */
const charactersPerToken = 4

/** Overhead of a message, in characters. */
const messageOverheadCharacters = 64

/** Overhead of an attached file and its note, in characters. */
const fileOverheadCharacters = 400

/** Returns the size of a turn without the contents of its files, in characters. */
const countWithoutFiles = (turn: Turn) => {
  const named = turn.role === 'user' ? (turn.attachments ?? []) : []
  const attachments = named.map(({ id, name }) => ({ id, name }))
  const frames = messageOverheadCharacters + named.length * fileOverheadCharacters
  return JSON.stringify({ ...turn, attachments }).length + frames
}

const countTurnCharacters = (turn: Turn) =>
  countWithoutFiles(turn) + (turn.role === 'user' ? weighFiles(turn.attachments) : 0)

const sumTurnCharacters = (turns: Turn[]) => turns.reduce((sum, turn) => sum + countTurnCharacters(turn), 0)

/** Returns the maximum number of output tokens: the requested or the model's limit, but at most half of the window. */
export const maxOutputTokens = ({ model, parameters }: GenerationRequest): number =>
  Math.min(
    parameters.max_output_tokens ?? model.max_output_tokens,
    model.max_output_tokens,
    Math.floor(model.context_window / 2),
  )

/** Splits turns into groups that must stay together; a turn with the role `begins` starts a group. */
const groupTurns = (turns: Turn[], begins: Turn['role']): Turn[][] =>
  turns.reduce<Turn[][]>((pieces, turn) => {
    const last = pieces.at(-1)
    if (turn.role === begins || !last) pieces.push([turn])
    else last.push(turn)
    return pieces
  }, [])

/** Splits turns into the last question, the groups before and after it, and the newest step. */
const splitTurns = (turns: Turn[]) => {
  const first = turns.findIndex(({ role }) => role === 'user')
  const last = turns.findLastIndex(({ role }) => role === 'user')
  const before = groupTurns(first < 0 ? [] : turns.slice(first, last), 'user')
  const asked = last < 0 ? [] : turns.slice(last, last + 1)
  const after = groupTurns(turns.slice(last + 1), 'assistant')
  const newest = after.pop() ?? []
  return { before, asked, after, newest }
}

/** Minimum share of the space that the files of a conversation may take if not everything fits. */
const fileShare = 0.5

/**
 * Returns the space for files: the rest beside all turns, and at least `fileShare` of the rest beside the kept turns.
 */
const roomForFiles = (turns: Turn[], window: number): number => {
  const { asked, newest } = splitTurns(turns)
  const sum = (some: Turn[]) => some.reduce((total, turn) => total + countWithoutFiles(turn), 0)
  return Math.max(window - sum(turns), (window - sum([...asked, ...newest])) * fileShare)
}

/**
 * Returns the turns that fit into the context window beside the rest of the prompt and the output, with as much of
 * their files as fits. Drops the oldest turns first: whole questions with everything that followed them, then steps of
 * the last question with their results. Always keeps the last question and the last step after it. Throws ModelError if
 * these alone do not fit.
 */
export const fitTurns = (question: GenerationRequest): Turn[] => {
  const { model, passages, tools } = question
  const fixed =
    systemPrompt(question).length + formatPassages(passages, question).length + JSON.stringify(tools).length
  const window = (model.context_window - maxOutputTokens(question)) * charactersPerToken

  const turns = fitFiles(question.turns, roomForFiles(question.turns, window - fixed))
  const { before, asked, after, newest } = splitTurns(turns)
  let room = window - fixed - sumTurnCharacters([...asked, ...newest])
  if (room < 0) throw new ModelError(`The question is too long for the model "${model.name}".`)

  const newestThatFit = (pieces: Turn[][]) => {
    const cut = pieces.findLastIndex((piece) => (room -= sumTurnCharacters(piece)) < 0)
    if (cut >= 0) room = 0
    return pieces.slice(cut + 1).flat()
  }
  const steps = newestThatFit(after)
  return [...newestThatFit(before), ...asked, ...steps, ...newest]
}
