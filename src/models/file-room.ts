import type { AttachedFile } from './attached-file.ts'
import type { Turn } from './generation-request.ts'

/** What an image takes, in characters: providers count at most some 1 600 tokens for one. */
const imageCharacters = 6_400

/** A piece of a text that is shorter says too little. */
const minCharacters = 200

/** Texts of all files together, in characters: some 100 000 tokens in each step, whatever the window. */
const maxTextCharacters = 400_000

/** What a character takes, relative to one of English: scripts differ in how many of them make a token. */
const weightOf = (text: string) => {
  const dense = text.match(/[\u2e80-\u{10ffff}]/gu)?.length ?? 0
  const wide = text.match(/[\u0080-\u2e7f]/gu)?.length ?? 0
  return text === '' ? 1 : 1 + (3 * dense + wide) / text.length
}

/** What the files of a turn take, in characters of English. */
export const weighFiles = (files: AttachedFile[] = []): number =>
  files.reduce(
    (sum, { text = '', image }) => sum + text.length * weightOf(text) + (image ? imageCharacters : 0),
    0,
  )

/** Shares of `room` for wants: each gets what it wants, or as much as the others that want more. */
const shareRoom = (wants: number[], room: number): number[] => {
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

/** The beginning of a text, without half a character at its end. */
const truncate = (text: string, characters: number) =>
  text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')

const withoutRoom = ({ id, name }: AttachedFile): AttachedFile => ({
  id,
  name,
  note: 'not shown here, since there is no room for it',
})

/** The files of one turn within `room`: images first, then each text with a fair share. */
const fitInto = (files: AttachedFile[], room: number): AttachedFile[] => {
  const images = files.filter(({ image }) => image).slice(0, Math.floor(room / imageCharacters))
  const left = room - images.length * imageCharacters
  const shares = shareRoom(
    files.map(({ text }) => weighFiles(text === undefined ? [] : [{ id: '', name: '', text }])),
    left,
  )
  return files.map((file, index) => {
    const { text, image } = file
    if (image) return images.includes(file) ? file : withoutRoom(file)
    if (text === undefined) return file
    const characters = Math.floor((shares[index] ?? 0) / weightOf(text))
    if (text.length <= characters) return file
    return characters < minCharacters ? withoutRoom(file) : { ...file, text: truncate(text, characters) }
  })
}

/** The turns with their files cut to `room` characters in all: those of the newest turn go first. */
export const fitFiles = (turns: Turn[], room: number): Turn[] => {
  let left = Math.min(room, maxTextCharacters)
  return turns
    .toReversed()
    .map((turn) => {
      if (turn.role !== 'user' || !turn.attachments?.length) return turn
      const attachments = fitInto(turn.attachments, Math.max(0, left))
      left -= weighFiles(attachments)
      return { ...turn, attachments }
    })
    .toReversed()
}
