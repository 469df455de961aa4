import type { PhrasingContent } from 'mdast'
import { paragraph, type Block } from '../../markdown/block.ts'
import { trimInline } from '../../markdown/inline.ts'
import { joinBlocks } from '../../markdown/list.ts'
import { childElements, type Element } from '../../xml.ts'
import type { OdfDocument, OdfReader } from './document.ts'
import { readOdfInline } from './inline.ts'

/**
 * A list, its level from 0, the style of the list around it, the number of the last item on each level, and the reader
 * of the other content of its items.
 */
type OpenList = {
  element: Element
  level: number
  outerStyle: string
  counts: number[]
  readBlocks: OdfReader
}

/** Returns the numbers that a list continues: those of the list that it names, or of the last list of its style. */
const continued = ({ attributes }: Element, style: string, { counts }: OdfDocument): number[] => {
  const known =
    counts.get(attributes['text:continue-list'] ?? '') ??
    (attributes['text:continue-numbering'] === 'true' ? counts.get(style) : undefined)
  return [...(known ?? [])]
}

/** Counts an item of a numbered level and restarts all deeper levels; returns undefined for an item with a bullet. */
const countItem = (item: Element, start: number | undefined, level: number, counts: number[]) => {
  counts.length = Math.min(counts.length, level + 1)
  if (item.name === 'list-header' || start === undefined) return undefined
  const own = item.attributes['text:start-value']
  counts[level] = own === undefined ? (counts[level] ?? start - 1) + 1 : Number(own)
  return counts[level]
}

/** Yields the items of a list, and the blocks between them, such as headings that a list numbers. */
async function* readEntries(list: OpenList, document: OdfDocument): AsyncGenerator<Block> {
  const { element, level, outerStyle, counts } = list
  const { page } = document
  const style = element.attributes['text:style-name'] ?? outerStyle
  const start = document.styles.get(style)?.starts[level]
  for (const item of childElements(element)) {
    const number = countItem(item, start, level, counts)
    const place = { level, ordered: number !== undefined, ...(number !== undefined && { number }) }
    let children: PhrasingContent[] = []
    for (const child of childElements(item)) {
      if (child.name === 'p') {
        const line = trimInline(await readOdfInline(child, document))
        // further paragraphs of an item follow its first one after a line break
        const gap = children.length > 0 && line.length > 0 ? [{ type: 'break' } as const] : []
        children.push(...gap, ...line)
        continue
      }
      if (children.length > 0) yield { node: paragraph(children), page, item: place }
      children = []
      const inner = { ...list, element: child, level: level + 1, outerStyle: style }
      if (child.name === 'list') yield* readEntries(inner, document)
      else yield* list.readBlocks(child, document)
    }
    if (children.length > 0) yield { node: paragraph(children), page, item: place }
  }
}

/** Creates a reader of lists with all content of their items, numbered by OpenDocument 1.3 part 3, section 5.3. */
export const readOdfList = (readBlocks: OdfReader): OdfReader =>
  async function* readItems(element, document) {
    const style = element.attributes['text:style-name'] ?? ''
    const counts = continued(element, style, document)
    yield* joinBlocks(readEntries({ element, level: 0, outerStyle: '', counts, readBlocks }, document))
    document.counts.set(style, counts)
    document.counts.set(element.attributes['xml:id'] ?? '', counts)
  }
