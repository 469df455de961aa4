import type { PhrasingContent } from 'mdast'
import { paragraph, type Block } from '../../markdown/block.ts'
import { joinBlocks } from '../../markdown/joined-blocks.ts'
import { childElements, type Element } from '../../xml.ts'
import type { OdfDocument } from './document.ts'

/** A list, its level from 0, the style of the list around it, and the number of the last item on each level. */
type OpenList = { element: Element; level: number; outerStyle: string; counts: number[] }

/** Functions that read the line of a paragraph, and the blocks of any other element. */
export type ListContent = {
  readLine: (element: Element) => Promise<PhrasingContent[]>
  readBlocks: (element: Element) => AsyncIterable<Block>
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
async function* readEntries(
  { element, level, outerStyle, counts }: OpenList,
  document: OdfDocument,
  page: number | null,
  content: ListContent,
): AsyncGenerator<Block> {
  const style = element.attributes['text:style-name'] ?? outerStyle
  const start = document.styles.get(style)?.starts[level]
  for (const item of childElements(element)) {
    const number = countItem(item, start, level, counts)
    const place = { level, ordered: number !== undefined, ...(number !== undefined && { number }) }
    let children: PhrasingContent[] = []
    for (const child of childElements(item)) {
      const line = child.name === 'p' ? await content.readLine(child) : undefined
      if (line) {
        // further paragraphs of an item follow its first one after a line break
        const gap = children.length > 0 && line.length > 0 ? [{ type: 'break' } as const] : []
        children.push(...gap, ...line)
        continue
      }
      if (children.length > 0) yield { node: paragraph(children), page, item: place }
      children = []
      if (child.name === 'list')
        yield* readEntries(
          { element: child, level: level + 1, outerStyle: style, counts },
          document,
          page,
          content,
        )
      else yield* content.readBlocks(child)
    }
    if (children.length > 0) yield { node: paragraph(children), page, item: place }
  }
}

/** Reads a list with the whole content of its items, numbered according to OpenDocument 1.3 part 3, section 5.3. */
export async function* readList(
  element: Element,
  document: OdfDocument,
  page: number | null,
  content: ListContent,
): AsyncGenerator<Block> {
  const style = element.attributes['text:style-name'] ?? ''
  const counts = continued(element, style, document)
  const list = { element, level: 0, outerStyle: '', counts }
  yield* joinBlocks(readEntries(list, document, page, content))
  document.counts.set(style, counts)
  document.counts.set(element.attributes['xml:id'] ?? '', counts)
}
