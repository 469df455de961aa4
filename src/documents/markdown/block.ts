import type { BlockContent, Heading, PhrasingContent, RootContent } from 'mdast'
import type { BufferBudget } from '../process/buffer-budget.ts'
import type { Images } from '../images.ts'

/** The place of an item in a list: its level from 0, and the number of an ordered one where that is known. */
export type ListPlace = { level: number; ordered: boolean; number?: number }

/**
 * A block of a document in reading order, with its page, slide or sheet, from 1; `isTitle` of the document itself.
 * `anchors` are names by which links within the document, `#name`, lead to the block; those of other places stand in it
 * as `anchor(name)`. What is `isAside` belongs to the text of the document but not to its outline, as the names and
 * dates of a title page do, and so does `label`, the number in front of a heading. A paragraph that is an `item`, and a
 * block that `isLine` of code or of a quotation, make one block with those beside them (`joinBlocks`).
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
 * Reasons for which words of a file are left out: tracked changes deleted them, their author hid them, they are
 * instructions or properties of the program, they repeat what another form of the same thing says (`alternative`), they
 * lead to pages that a text does not have (`contents`), programs fill them in on each page (`margin`), they are remarks
 * about the text, or the file holds them in a format without a reader.
 */
export type SkipReason =
  'deleted' | 'hidden' | 'control' | 'alternative' | 'contents' | 'margin' | 'comment' | 'embedded'

/** Takes words that are left out, and the reason. */
export type Skip = (reason: SkipReason, words: string) => void

/** Where nobody asks: what would have to be read to be left out is not read. */
export const noSkip: Skip = () => {}

/**
 * The file that a reader reads: it says how far it is by `progress`, as a fraction of 1, and by `skip` what it leaves
 * out. It reads everything else, also in elements that it does not know (decision 0063).
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

/** A heading of the depth nearest to this one that Markdown has, 1 to 6. */
export const heading = (depth: number, children: PhrasingContent[]): Heading => ({
  type: 'heading',
  depth: headingDepths[Math.max(1, depth) - 1] ?? 6,
  children,
})
