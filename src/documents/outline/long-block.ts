import { blockMinutes, type TextBlock } from '../markdown/text-block.ts'
import { fillGroups } from './groups.ts'

const maxBlockCharacters = 20_000
/** Maximum length of the lines of a piece; the other half is room for the lines that every piece repeats. */
const maxPieceCharacters = maxBlockCharacters / 2

/** Lines that each piece of a long block begins and ends with. */
type Frame = { head: string[]; foot: string[] }

const isTableRule = (line: string | undefined) => line !== undefined && /^\|[\s:|-]+$/.test(line)

/** Returns the header of a table or the fence of code, which each piece repeats. */
const findFrame = ([first = '', second]: string[]): Frame => {
  if (first.startsWith('|') && isTableRule(second)) return { head: [first, second ?? ''], foot: [] }
  const fence = /^(`{3,}|~{3,})/.exec(first)?.[1]
  return fence ? { head: [first], foot: [fence] } : { head: [], foot: [] }
}

/** Returns the position at which to split a line: the last space, or else the middle, but never between surrogates. */
const findLineCut = (line: string): number => {
  if (line.length <= maxPieceCharacters) return line.length
  const cut = Math.max(line.lastIndexOf(' ', maxPieceCharacters), maxPieceCharacters / 2)
  return /[\uD800-\uDBFF]/.test(line[cut - 1] ?? '') ? cut + 1 : cut
}

const splitLine = (line: string): string[] => {
  const pieces: string[] = []
  let rest = line
  do {
    const cut = findLineCut(rest)
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  } while (rest)
  return pieces
}

/** Splits a block that is too long for a lesson. */
export const splitLongBlock = (block: TextBlock): TextBlock[] => {
  if (block.markdown.length <= maxBlockCharacters) return [block]
  const lines = block.markdown.split('\n')
  const { head, foot } = findFrame(lines)
  const body = lines.slice(head.length, lines.length - foot.length)
  const pieces = body.flatMap(splitLine)
  // each line but the last one of a piece ends with a line feed
  return fillGroups(pieces, maxPieceCharacters + 1, ({ length }) => length + 1).map((group) => {
    const words = group.join(' ').slice(0, maxBlockCharacters)
    const markdown = [...head, ...group, ...foot].join('\n')
    return { ...block, words, markdown, minutes: blockMinutes(words, markdown) }
  })
}
