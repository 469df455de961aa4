import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { newStoredText, readLargeText, StoredText, toStoreText } from '../../platform/table/large-text.ts'

export const maxContentBytes = 1_048_576

/** Maximum body size of requests with content: JSON may need four times the bytes of the text. */
export const maxContentRequestBytes = 4 * maxContentBytes

/** Content of a page: Markdown, up to 1 MiB of UTF-8. */
export const Content = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) <= maxContentBytes,
    `must have at most ${maxContentBytes} bytes of UTF-8`,
  )
  .meta(docs('Markdown, at most 1,048,576 bytes of UTF-8.', { examples: ['# Welcome\n\nStart here.'] }))

/** Content of a page in a response. */
export const AnsweredContent = Content.meta(
  docs('Markdown, at most 1,048,576 bytes of UTF-8.', { maxLength: 1_048_576 }),
)

/**
 * Reference to the text of a revision, with its excerpt and with the embedded files that readers of the page may read.
 */
export const StoredContent = StoredText.extend({
  excerpt: z.string(),
  file_ids: z.array(z.string()).default([]),
  /** For files embedded by a person with read access only: the ID of that person by file ID. */
  readers: z.record(z.string(), z.string()).default({}),
})
export type StoredContent = z.output<typeof StoredContent>

/** Returns the files embedded in a text; `reader_id` is the person who embedded a file with read access only. */
export const attachedFiles = ({ file_ids, readers }: Pick<StoredContent, 'file_ids' | 'readers'>) =>
  file_ids.map((id) => ({ id, reader_id: readers[id] }))

const maxExcerptCharacters = 8_000
const maxExcerptWords = 200

/** Returns the beginning of a text, up to its 200th word. */
const excerpt = (text: string): string => {
  const beginning = text.slice(0, maxExcerptCharacters).toWellFormed()
  const words = beginning
    .matchAll(/[\p{L}\p{N}]+/gu)
    .take(maxExcerptWords)
    .toArray()
  const last = words.at(-1)
  return last ? beginning.slice(0, last.index + last[0].length) : ''
}

export const newStoredContent = (
  content: string,
  shown: Pick<StoredContent, 'file_ids' | 'readers'> = { file_ids: [], readers: {} },
): StoredContent => ({
  ...newStoredText(content),
  excerpt: excerpt(content),
  ...shown,
})

/** Returns the writes that store a text in the partition `owner`. */
export const toStoreContent = (owner: string, { id }: StoredText, content: string): Operation[] =>
  toStoreText(owner, id, content)

/** Returns the text in one round trip; undefined if its page has been deleted or is being deleted. */
export const readPageContent = async (
  owner: string,
  { id, chunks, bytes }: StoredText,
): Promise<string | undefined> => {
  const content = await readLargeText(owner, id, chunks)
  return Buffer.byteLength(content) === bytes ? content : undefined
}
