import type { sourceTypes } from '#generated/resource-types.ts'

/** A piece of text that the asker may read, and where it stands. */
export interface Passage {
  type: (typeof sourceTypes)[number]
  /** Id of the thing that it stands in. */
  id: string
  title: string
  /** Which revision of a page or version of a file it was read from. */
  revision?: number
  /** Where people find the thing. */
  url: string
  /** The address of the thing in this API. */
  api_url: string
  /** At most 1 500 characters of plain text or Markdown, letter for letter as they stand there. */
  text: string
  /** The headings that it stands under, the innermost last. */
  headings?: string[]
  /** Where it begins inside a block of code: the line that opens the block. */
  fence?: string
}
