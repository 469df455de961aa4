import { code, type Block } from './block.ts'
import { list, type Item } from './list.ts'

/** The list or code block that is still open; each call gives the blocks that it closes. */
export class OpenBlock {
  #items: Item[] = []
  #lines: string[] = []
  #page: number | null = null

  addItem(item: Item, page: number | null): Block[] {
    const closed = this.#lines.length > 0 ? this.close() : []
    if (this.#items.length === 0) this.#page = page
    this.#items.push(item)
    return closed
  }

  addCode(line: string, page: number | null): Block[] {
    const closed = this.#items.length > 0 ? this.close() : []
    if (this.#lines.length === 0) this.#page = page
    this.#lines.push(line)
    return closed
  }

  close(): Block[] {
    const page = this.#page
    const closed: Block[] = []
    if (this.#items.length > 0) closed.push({ node: list(this.#items), page })
    if (this.#lines.length > 0) closed.push({ node: code(this.#lines.join('\n')), page })
    this.#items = []
    this.#lines = []
    return closed
  }
}
