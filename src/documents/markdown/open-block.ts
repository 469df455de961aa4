import type { BlockContent } from 'mdast'
import { blockquote, code, type Block } from './block.ts'
import { list, type ListItem } from './list.ts'

/** The list, code block or quotation that is still open; each call gives the blocks that it closes. */
export class OpenBlock {
  #items: ListItem[] = []
  #lines: string[] = []
  #quotes: BlockContent[] = []
  #page: number | null = null

  addItem(item: ListItem, page: number | null): Block[] {
    const closed = this.#items.length > 0 ? [] : this.close()
    if (this.#items.length === 0) this.#page = page
    this.#items.push(item)
    return closed
  }

  addCode(line: string, page: number | null): Block[] {
    const closed = this.#lines.length > 0 ? [] : this.close()
    if (this.#lines.length === 0) this.#page = page
    this.#lines.push(line)
    return closed
  }

  addQuotes(quotes: BlockContent[], page: number | null): Block[] {
    const closed = this.#quotes.length > 0 ? [] : this.close()
    if (this.#quotes.length === 0) this.#page = page
    this.#quotes.push(...quotes)
    return closed
  }

  close(): Block[] {
    const page = this.#page
    const closed: Block[] = []
    if (this.#items.length > 0) closed.push({ node: list(this.#items), page })
    if (this.#lines.length > 0) closed.push({ node: code(this.#lines.join('\n')), page })
    if (this.#quotes.length > 0) closed.push({ node: blockquote(this.#quotes), page })
    this.#items = []
    this.#lines = []
    this.#quotes = []
    return closed
  }
}
