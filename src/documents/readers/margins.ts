import { paragraph, textNode, type Block, type Skip } from '../markdown/block.ts'
import { toWords } from '../markdown/markdown.ts'

/** A letterhead has a few lines; sections of a long document have headers of their own. */
const maxLines = 200

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The lines that have letters, each once, and not more than a letterhead has; the others are skipped. */
const selectLines = (margins: string[], skip: Skip): Set<string> => {
  const selected = new Set<string>()
  for (const line of margins.map(inOneLine)) {
    if (/\p{L}/u.test(line) && !selected.has(line) && selected.size < maxLines) selected.add(line)
    else skip('margin', line)
  }
  return selected
}

/**
 * The blocks of a document, and then the lines of its headers and footers that stand in none of them, such as the
 * address of a letterhead: each once however many pages it is on, in the text but not in the outline.
 */
export async function* withMargins(
  blocks: AsyncIterable<Block>,
  margins: string[],
  skip: Skip,
  firstPage: number | null = null,
): AsyncGenerator<Block> {
  const left = selectLines(margins, skip)
  for await (const block of blocks) {
    const words = left.size > 0 ? inOneLine(toWords(block.node)) : ''
    for (const line of left)
      if (words.includes(line)) {
        left.delete(line)
        skip('margin', line)
      }
    yield block
  }
  for (const line of left) yield { node: paragraph([textNode(line)]), page: firstPage, isAside: true }
}
