import type { sourceTypes } from '../resource-types.ts'

/** A piece of text that the asker may read, and where it stands. */
export interface Passage {
  type: (typeof sourceTypes)[number]
  /** Id of the thing that it stands in. */
  id: string
  title: string
  /** Where the thing is in this API. */
  url: string
  /** At most 1 500 characters of plain text or Markdown. */
  text: string
}
