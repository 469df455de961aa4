import { paragraph, textNode, type Block } from '../markdown/block.ts'
import { toWords } from '../markdown/markdown.ts'

/** A letterhead has a few lines; sections of a long document have headers of their own. */
const maxLines = 200

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * The blocks of a document, and then the lines of its headers and footers that stand in none of them, such as the
 * address of a letterhead: each once however many pages it is on, in the text but not in the outline.
 */
export async function* withMargins(
  blocks: AsyncIterable<Block>,
  margins: string[],
  firstPage: number | null = null,
): AsyncGenerator<Block> {
  const left = new Set(
    margins
      .map(inOneLine)
      .filter((line) => /\p{L}/u.test(line))
      .slice(0, maxLines),
  )
  for await (const block of blocks) {
    const words = left.size > 0 ? inOneLine(toWords(block.node)) : ''
    for (const line of left) if (words.includes(line)) left.delete(line)
    yield block
  }
  for (const line of left) yield { node: paragraph([textNode(line)]), page: firstPage, isAside: true }
}
