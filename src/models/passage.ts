import type { sourceTypes } from '#generated/resource-types.ts'

/** A piece of text that the requester may read, with its source. */
export interface Passage {
  type: (typeof sourceTypes)[number]
  /** ID of the source. */
  id: string
  title: string
  /** Revision of the page or version of the file that the text was read from. */
  revision?: number
  /** URL of the source for people. */
  url: string
  /** URL of the source in this API. */
  api_url: string
  /** At most 1,500 characters of plain text or Markdown, verbatim. */
  text: string
  /** Headings above the text, the innermost last. */
  headings?: string[]
  /** If the text begins inside a code block: the line that opens the block. */
  fence?: string
}
