import type { AttachedFile } from './attached-file.ts'
import type { Turn } from './generation-request.ts'

/** Size of an image in characters: providers count at most about 1,600 tokens for an image. */
const imageCharacters = 6_400

/** Minimum length of a truncated text; a shorter piece says too little. */
const minCharacters = 200

/** Maximum length of the texts of all files in one step, in characters: about 100,000 tokens, whatever the window. */
const maxTextCharacters = 400_000

/** Returns the weight of a character relative to an English one: scripts differ in their characters per token. */
const tokenWeight = (text: string) => {
  const dense = text.match(/[\u2e80-\u{10ffff}]/gu)?.length ?? 0
  const wide = text.match(/[\u0080-\u2e7f]/gu)?.length ?? 0
  return text === '' ? 1 : 1 + (3 * dense + wide) / text.length
}

/** Returns the size of the files of a turn, in English characters. */
export const weighFiles = (files: AttachedFile[] = []): number =>
  files.reduce(
    (sum, { text = '', image }) => sum + text.length * tokenWeight(text) + (image ? imageCharacters : 0),
    0,
  )

/** Divides `room` fairly: each share is what is wanted, or the same as all others that want more. */
const shareBudget = (wants: number[], room: number): number[] => {
  const shares = wants.map(() => 0)
  const ascending = wants.map((_, index) => index).sort((a, b) => (wants[a] ?? 0) - (wants[b] ?? 0))
  let left = room
  for (const [place, index] of ascending.entries()) {
    const share = Math.min(wants[index] ?? 0, left / (ascending.length - place))
    shares[index] = share
    left -= share
  }
  return shares
}

/** Truncates a text without splitting a surrogate pair. */
const truncateText = (text: string, characters: number) =>
  text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')

const toOmitted = ({ id, name }: AttachedFile): AttachedFile => ({
  id,
  name,
  note: 'not shown here, since there is no room for it',
})

/** Fits the files of one turn into `room`: images first, then each text with a fair share. */
const fitTurn = (files: AttachedFile[], room: number): AttachedFile[] => {
  const images = files.filter(({ image }) => image).slice(0, Math.floor(room / imageCharacters))
  const left = room - images.length * imageCharacters
  const shares = shareBudget(
    files.map(({ text }) => weighFiles(text === undefined ? [] : [{ id: '', name: '', text }])),
    left,
  )
  return files.map((file, index) => {
    const { text, image } = file
    if (image) return images.includes(file) ? file : toOmitted(file)
    if (text === undefined) return file
    const characters = Math.floor((shares[index] ?? 0) / tokenWeight(text))
    if (text.length <= characters) return file
    return characters < minCharacters ? toOmitted(file) : { ...file, text: truncateText(text, characters) }
  })
}

/** Truncates the files of the turns to `room` characters in all; files of the newest turn have priority. */
export const fitFiles = (turns: Turn[], room: number): Turn[] => {
  let left = Math.min(room, maxTextCharacters)
  return turns
    .toReversed()
    .map((turn) => {
      if (turn.role !== 'user' || !turn.attachments?.length) return turn
      const attachments = fitTurn(turn.attachments, Math.max(0, left))
      left -= weighFiles(attachments)
      return { ...turn, attachments }
    })
    .toReversed()
}
