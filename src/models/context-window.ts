import { ModelError, type GenerationRequest, type Turn } from './generation-request.ts'
import { fitFiles, weighFiles } from './file-room.ts'
import { formatPassages, systemPrompt } from './prompt.ts'

/** An estimate, the usual one for English; each provider counts in its own way. */
const charactersPerToken = 4

/** What the frame of a message takes, in characters. */
const messageOverheadCharacters = 64

/** What the frame of a file and a note about it take, in characters. */
const fileOverheadCharacters = 400

/** What a turn takes without the contents of its files, and with them. */
const countWithoutFiles = (turn: Turn) => {
  const named = turn.role === 'user' ? (turn.attachments ?? []) : []
  const attachments = named.map(({ id, name }) => ({ id, name }))
  const frames = messageOverheadCharacters + named.length * fileOverheadCharacters
  return JSON.stringify({ ...turn, attachments }).length + frames
}

const countCharacters = (turn: Turn) =>
  countWithoutFiles(turn) + (turn.role === 'user' ? weighFiles(turn.attachments) : 0)

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

/** The last question, what came before it and after it, and the newest step, in pieces that stay together. */
const partsOf = (turns: Turn[]) => {
  const first = turns.findIndex(({ role }) => role === 'user')
  const last = turns.findLastIndex(({ role }) => role === 'user')
  const before = groupTurns(first < 0 ? [] : turns.slice(first, last), 'user')
  const asked = last < 0 ? [] : turns.slice(last, last + 1)
  const after = groupTurns(turns.slice(last + 1), 'assistant')
  const newest = after.pop() ?? []
  return { before, asked, after, newest }
}

/** The least share of the room that the files of a conversation may take, where there is more to say than fits. */
const fileShare = 0.5

/** What the files may take: what all turns leave of the room, and at least half of what those that stay leave. */
const roomForFiles = (turns: Turn[], window: number): number => {
  const { asked, newest } = partsOf(turns)
  const sum = (some: Turn[]) => some.reduce((total, turn) => total + countWithoutFiles(turn), 0)
  return Math.max(window - sum(turns), (window - sum([...asked, ...newest])) * fileShare)
}

/**
 * The turns that fit into the model's window beside everything else and what it is to write, with as much of their
 * files as fits. The oldest go first: whole questions with all that followed, then, of the last question, steps with
 * their results. The last question and the last step after it always stay; throws ModelError when not even these fit.
 */
export const fitTurns = (question: GenerationRequest): Turn[] => {
  const { model, passages, tools } = question
  const fixed =
    systemPrompt(question).length + formatPassages(passages, question).length + JSON.stringify(tools).length
  const window = (model.context_window - maxOutputTokens(question)) * charactersPerToken

  const turns = fitFiles(question.turns, roomForFiles(question.turns, window - fixed))
  const { before, asked, after, newest } = partsOf(turns)
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
