import type { Block } from '../../../markdown/block.ts'
import { list } from '../../../markdown/list.ts'
import { itemMark } from './layout.ts'
import type { PdfLine } from './line.ts'
import { sliceText, toInlineContent, type TextWithLinks } from '../text.ts'

/** The mark of an item: its length in characters, and the number of an ordered item. */
type Mark = { characters: number; number: number | undefined }

export type OpenItem = { x: number; page: number; mark: Mark; content: TextWithLinks }

type Placed = OpenItem & { level: number }

const pointsPerLevel = 6
/** Marks without a letter or digit; they can be left out, because they carry no information. */
const bullet = /^[^\p{L}\p{N}]*$/u

/** Assigns levels to items by their indentation; items before the first outer item count as outer ones. */
const placeItems = (items: OpenItem[]): Placed[] => {
  const roundedIndent = ({ x }: OpenItem) => Math.round(x / pointsPerLevel)
  const indents = [...new Set(items.map(roundedIndent))].toSorted((a, b) => a - b)
  let least = Infinity
  return items.map((item) => {
    const level = indents.indexOf(roundedIndent(item))
    least = Math.min(least, level)
    return { ...item, level: level - least }
  })
}

/** Returns true if a list would number its items as they are: consecutively on each level, without other bullets. */
const isCounted = (items: Placed[]): boolean => {
  const last: (number | undefined)[] = []
  return items.every(({ level, mark: { number } }) => {
    const before = last[level]
    const isNext = last.length <= level || number === (before === undefined ? undefined : before + 1)
    last.length = level
    last[level] = number
    return isNext
  })
}

/** Converts items to a list with their own numbers; items keep marks that the list does not show. */
export const toListBlock = (items: OpenItem[]): Block['node'] => {
  const placed = placeItems(items)
  const isNumbered = isCounted(placed)
  return list(
    placed.map(({ level, mark: { number, characters }, content }) => {
      const ordered = isNumbered && number !== undefined
      const isShown = ordered || bullet.test(content.text.slice(0, characters))
      const children = toInlineContent(isShown ? sliceText(content, characters) : content)
      return { level, ordered, ...(number !== undefined && { number }), children }
    }),
  )
}

/** Returns the mark of a list item, such as a bullet or a small number, or undefined. */
export const findMark = ({ text, markCharacters }: PdfLine): Mark | undefined => {
  const characters = itemMark.exec(text)?.[0].length ?? markCharacters
  if (characters === 0) return undefined
  const number = /^\d+/.exec(text)?.[0]
  return { characters, number: number === undefined ? undefined : Number(number) }
}
