import type { Block } from '../block.ts'
import { list } from '../list.ts'
import { itemMark } from './pdf-layout.ts'
import type { PdfLine } from './pdf-line.ts'
import { toInline, type LinkedText } from './pdf-text.ts'

/** An item of a list, by where its mark is set, in points. */
export type OpenItem = { x: number; ordered: boolean; content: LinkedText }

const pointsPerLevel = 6

/** Items as a list, with levels by how far they are indented; those in front of the first outer one are outer ones. */
export const toList = (items: OpenItem[]): Block['node'] => {
  const indentOf = ({ x }: OpenItem) => Math.round(x / pointsPerLevel)
  const indents = [...new Set(items.map(indentOf))].toSorted((a, b) => a - b)
  let least = Infinity
  return list(
    items.map((item) => {
      const level = indents.indexOf(indentOf(item))
      least = Math.min(least, level)
      return { level: level - least, ordered: item.ordered, children: toInline(item.content) }
    }),
  )
}

/** What an item of a list begins with: its mark, or a small number. */
export const findMark = ({
  text,
  markCharacters,
}: PdfLine): { characters: number; ordered: boolean } | undefined => {
  const characters = itemMark.exec(text)?.[0].length ?? markCharacters
  return characters > 0 ? { characters, ordered: /^\d/.test(text) } : undefined
}
