import * as z from '../platform/schema/schema.ts'
import { newId } from '../platform/runtime/id.ts'
import type { Operation } from '../platform/table/operation.ts'
import { countChunks, readText, toStoreText } from '../platform/table/large-text.ts'

const maxContentBytes = 1_048_576

/** The body limit of requests with content: JSON may take four times the bytes of the text. */
export const maxContentRequestBytes = 4 * maxContentBytes

/** What a page says: Markdown, up to 1 MiB of UTF-8. */
export const Content = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) <= maxContentBytes,
    `must have at most ${maxContentBytes} bytes of UTF-8`,
  )
  .meta({
    description: 'Markdown, at most 1 048 576 bytes of UTF-8.',
    examples: ['# Welcome\n\nStart here.'],
  })

/** Where the text of a revision lies: stored once under an id, and shared by the revisions that leave it as it is. */
export const StoredText = z.object({ id: z.string(), chunks: z.int(), bytes: z.int(), excerpt: z.string() })
type Text = z.output<typeof StoredText>

const maxExcerptCharacters = 8_000
const maxExcerptWords = 200

/** The beginning of a text up to its 200th word, by which the page is found. */
const excerpt = (text: string): string => {
  const beginning = text.slice(0, maxExcerptCharacters).toWellFormed()
  const words = beginning
    .matchAll(/[\p{L}\p{N}]+/gu)
    .take(maxExcerptWords)
    .toArray()
  const last = words.at(-1)
  return last ? beginning.slice(0, last.index + last[0].length) : ''
}

export const newText = (content: string): Text => ({
  id: newId(),
  chunks: countChunks(content),
  bytes: Buffer.byteLength(content),
  excerpt: excerpt(content),
})

/** The writes that store a text in the partition `owner`. */
export const toStoreContent = (owner: string, { id }: Text, content: string): Operation[] =>
  toStoreText(owner, id, content)

/** The text, in one round trip; undefined when it is gone, or going, with its page. */
export const readContent = async (
  owner: string,
  { id, chunks, bytes }: Text,
): Promise<string | undefined> => {
  const content = await readText(owner, id, chunks)
  return Buffer.byteLength(content) === bytes ? content : undefined
}
