import type { BlockContent, Heading, PhrasingContent, RootContent } from 'mdast'
import type { BufferBudget } from '../buffer-budget.ts'
import type { Images } from '../images.ts'

/** The place of an item in a list: its level from 0, and the number of an ordered item if the file states it. */
export type ListPlace = { level: number; ordered: boolean; number?: number }

/**
 * A block of a document in reading order, with its page, slide or sheet, from 1.
 *
 * - `anchors`: names by which links within the document (`#name`) lead to the block. Other link targets are nodes of
 *   the block, `anchor(name)`.
 * - `isAside`: the block belongs to the text of the document but not to its outline, such as the names and dates of a
 *   title page.
 * - `label`: the number in front of a heading; the outline leaves it out as well.
 * - `item`, `isLine`: a paragraph of a list, or a line of code or of a quotation. `joinBlocks` joins it with its
 *   neighbors.
 */
export type Block = {
  node: RootContent
  page: number | null
  isTitle?: boolean
  anchors?: string[]
  isAside?: boolean
  label?: string
  item?: ListPlace
  isLine?: boolean
}

/**
 * Reasons for leaving text out (decision 0063): tracked changes deleted it, its author hid it, it is an instruction or
 * a property of the program (`control`), it repeats another form of the same content (`alternative`), it refers to
 * pages that the output does not have (`contents`), programs repeat it on each page (`margin`), it is a remark about
 * the text (`comment`), or the file holds it in a format without a reader (`embedded`).
 */
export type SkipReason =
  'deleted' | 'hidden' | 'control' | 'alternative' | 'contents' | 'margin' | 'comment' | 'embedded'

/** Receives text that is left out, and the reason. */
export type Skip = (reason: SkipReason, words: string) => void

/** Ignores skipped text; readers then do not load parts that they would only skip. */
export const noSkip: Skip = () => {}

/**
 * A file and the context of its reader. The reader reports its progress as a fraction of 1, and passes all text that it
 * leaves out to `skip`; it reads everything else, even in unknown elements (decision 0063).
 */
export type Reading = {
  path: string
  images: Images
  buffers: BufferBudget
  progress: (fraction: number) => void
  skip: Skip
  signal: AbortSignal | undefined
}

export type BlockReader = (reading: Reading) => AsyncIterable<Block>

const headingDepths = [1, 2, 3, 4, 5, 6] as const

export const textNode = (value: string): PhrasingContent => ({ type: 'text', value })

export const paragraph = (children: PhrasingContent[]): BlockContent => ({ type: 'paragraph', children })

export const blockquote = (children: BlockContent[]): BlockContent => ({ type: 'blockquote', children })

export const code = (value: string): BlockContent => ({ type: 'code', value })

/** Creates a heading; clamps its depth to 1 to 6, the depths of Markdown. */
export const heading = (depth: number, children: PhrasingContent[]): Heading => ({
  type: 'heading',
  depth: headingDepths[Math.max(1, depth) - 1] ?? 6,
  children,
})
