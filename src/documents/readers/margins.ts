import { paragraph, textNode, type Block, type Skip } from '../markdown/block.ts'
import { toWords } from '../markdown/markdown.ts'

/** Maximum number of lines from headers and footers; each section of a long document may have its own. */
const maxLines = 200

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns the distinct lines with letters, up to the maximum; skips the others. */
const selectLines = (margins: string[], skip: Skip): Set<string> => {
  const selected = new Set<string>()
  for (const line of margins.map(inOneLine)) {
    if (/\p{L}/u.test(line) && !selected.has(line) && selected.size < maxLines) selected.add(line)
    else skip('margin', line)
  }
  return selected
}

/** Yields blocks, then once each header and footer line that no block contains, such as the address of a letterhead. */
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
