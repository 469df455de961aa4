import { blockMinutes, type TextBlock } from '../markdown/text-block.ts'

const maxBlockCharacters = 20_000

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
const findCut = (line: string, maxCharacters: number): number => {
  if (line.length <= maxCharacters) return line.length
  const cut = Math.max(line.lastIndexOf(' ', maxCharacters), maxCharacters / 2)
  return /[\uD800-\uDBFF]/.test(line[cut - 1] ?? '') ? cut + 1 : cut
}

const splitLine = (line: string, maxCharacters: number): string[] => {
  const pieces: string[] = []
  let rest = line
  while (rest) {
    const cut = findCut(rest, maxCharacters)
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return pieces.length > 0 ? pieces : ['']
}

const groupLines = (lines: string[], maxCharacters: number): string[][] => {
  const groups: string[][] = [[]]
  let characters = 0
  for (const line of lines) {
    if (characters + line.length > maxCharacters) {
      groups.push([])
      characters = 0
    }
    groups.at(-1)?.push(line)
    characters += line.length + 1
  }
  return groups.filter((group) => group.length > 0)
}

/** Splits a block that is too long for a lesson. */
export const splitLongBlock = (block: TextBlock): TextBlock[] => {
  if (block.markdown.length <= maxBlockCharacters) return [block]
  const lines = block.markdown.split('\n')
  const { head, foot } = findFrame(lines)
  const body = lines
    .slice(head.length, lines.length - foot.length)
    .flatMap((line) => splitLine(line, maxBlockCharacters / 2))
  return groupLines(body, maxBlockCharacters / 2).map((group) => {
    const words = group.join(' ').slice(0, maxBlockCharacters)
    const markdown = [...head, ...group, ...foot].join('\n')
    return { ...block, words, markdown, minutes: blockMinutes(words, markdown) }
  })
}
