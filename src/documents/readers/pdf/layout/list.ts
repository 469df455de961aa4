import type { Block } from '../../../markdown/block.ts'
import { list } from '../../../markdown/list.ts'
import { itemMark } from './layout.ts'
import type { PdfLine } from './line.ts'
import { sliceText, toInline, type TextWithLinks } from '../text.ts'

/** What an item begins with, by how many characters it has; `number` is that of an ordered item. */
type Mark = { characters: number; number: number | undefined }

/** An item of a list, with its mark, by where that is set, in points. */
export type OpenItem = { x: number; page: number; mark: Mark; content: TextWithLinks }

type Placed = OpenItem & { level: number }

const pointsPerLevel = 6
/** A bullet says nothing, other marks do. */
const bullet = /^[^\p{L}\p{N}]*$/u

/** Items with levels by how far they are indented; those in front of the first outer one are outer ones. */
const placeItems = (items: OpenItem[]): Placed[] => {
  const indentOf = ({ x }: OpenItem) => Math.round(x / pointsPerLevel)
  const indents = [...new Set(items.map(indentOf))].toSorted((a, b) => a - b)
  let least = Infinity
  return items.map((item) => {
    const level = indents.indexOf(indentOf(item))
    least = Math.min(least, level)
    return { ...item, level: level - least }
  })
}

/** Whether a list says the same numbers as its items do: one after the other in each level, and no bullets between. */
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

/** The words of an item, with its mark where the list does not say it. */
const wordsOf = ({ mark, content }: OpenItem, isNumbered: boolean): TextWithLinks => {
  const isShown =
    (isNumbered && mark.number !== undefined) || bullet.test(content.text.slice(0, mark.characters))
  return isShown ? sliceText(content, mark.characters) : content
}

/** Items as a list, whose numbers are those that the items have. */
export const toList = (items: OpenItem[]): Block['node'] => {
  const placed = placeItems(items)
  const isNumbered = isCounted(placed)
  return list(
    placed.map((item) => ({
      level: item.level,
      ordered: isNumbered && item.mark.number !== undefined,
      ...(item.mark.number !== undefined && { number: item.mark.number }),
      children: toInline(wordsOf(item, isNumbered)),
    })),
  )
}

/** What an item of a list begins with: its mark, or a small number. */
export const findMark = ({ text, markCharacters }: PdfLine): Mark | undefined => {
  const characters = itemMark.exec(text)?.[0].length ?? markCharacters
  if (characters === 0) return undefined
  const number = /^\d+/.exec(text)?.[0]
  return { characters, number: number === undefined ? undefined : Number(number) }
}
