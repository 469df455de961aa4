import { hasInnerLinks, isContentsList, listAnchors, resolveInnerLinks } from '../markdown/anchors.ts'
import type { Block } from '../markdown/block.ts'
import { splitLongBlock } from './long-block.ts'
import { toTextBlock, type TextBlock } from '../markdown/text-block.ts'

/** Returns the URL of a link target within the document, by its number instead of its name. */
export const placeUrl = (number: number) => `place:${number}`

type Entry = { text: TextBlock; block: Block | undefined }

/** Collects the blocks of a document as text, and resolves internal links at the end, when all targets are known. */
export class LinkedText {
  readonly #entries: Entry[] = []
  /** Link targets by name, each with the index of its block. */
  readonly #places = new Map<string, number>()

  /** Adds a block unless it is a table of contents; returns the length of its Markdown in characters. */
  add(block: Block): number {
    const names = [...(block.anchors ?? []), ...listAnchors(block.node)]
    const text = isContentsList(block.node) ? this.#leaveOutContents() : toTextBlock(block)
    const isBelowHeading = !text && (this.#entries.at(-1)?.text.depth ?? 0) > 0
    const at = this.#entries.length - (isBelowHeading ? 1 : 0)
    for (const name of names) if (name && !this.#places.has(name)) this.#places.set(name, at)
    if (!text) return 0
    this.#entries.push({ text, block: hasInnerLinks(block.node) ? block : undefined })
    return text.markdown.length
  }

  /** Skips a table of contents. If only a heading precedes it, that heading is the title of the document. */
  #leaveOutContents(): undefined {
    const [first, ...others] = this.#entries
    if (first && first.text.depth > 0 && others.every(({ text }) => !text.words))
      first.text = { ...first.text, isTitle: true }
  }

  /** Returns the text, with links to places by number, and for each place the position of its block. */
  end(): { blocks: TextBlock[]; places: number[] } {
    const urls = new Map([...this.#places.keys()].map((name, number) => [name, placeUrl(number)]))
    const blocks: TextBlock[] = []
    const positions = this.#entries.map(({ text, block }) => {
      const resolved =
        block && toTextBlock({ ...block, node: resolveInnerLinks(block.node, (name) => urls.get(name)) })
      return blocks.push(...splitLongBlock(resolved ? { ...resolved, isTitle: text.isTitle } : text))
    })
    return { blocks, places: [...this.#places.values()].map((at) => positions[at - 1] ?? 0) }
  }
}
