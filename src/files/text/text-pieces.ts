import { docs } from '#docs'
import { text as readText } from 'node:stream/consumers'
import type { ReadObject } from '../../platform/aws/s3.ts'
import { answeredText, answeredCount } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { presentText, missingTextReason, textStatus } from '../stored-text/file-text.ts'
import { fileName, type StoredFile } from '../file/file.ts'
import { openText } from '../stored-text/text-object.ts'
import { noText, textPending } from '../problems.ts'

/** Opens the text of a file; throws 409 while it is being extracted, 422 with the reason if there is none. */
export const openRequiredText = async (file: StoredFile): Promise<ReadObject> => {
  const status = textStatus(file)
  if (status === 'none' || status === 'failed') throw noText(missingTextReason(file))
  const object = await openText(file)
  if (!object) throw textPending(file.name)
  return object
}

/** A piece of a file's text, measured in UTF-16 code units. */
export const TextPiece = z.described(docs('A part of the text of a file, in Markdown.', { id: 'FileText' }), {
  name: fileName,
  text: answeredText(1_000_001).meta(docs('The part, in Markdown.')),
  offset: z.int().min(0).meta(docs('Its start, in characters.')),
  next_offset: answeredCount
    .nullable()
    .meta(docs('The `offset` of the next part; null at the end of the text.')),
  total_characters: answeredCount.meta(docs('Length of the whole text.')),
  is_truncated: z.boolean().meta(docs('True if the text was longer than 10 MiB and is truncated.')),
})
export type TextPiece = z.output<typeof TextPiece>

/** The requested piece, in characters. */
export interface PieceRange {
  offset: number
  maxCharacters: number
}

const isHighSurrogate = (text: string, at: number) => /[\uD800-\uDBFF]/.test(text[at] ?? '')

/** Returns the end of a piece: after a line or a word in its second half, otherwise never within a surrogate pair. */
const pieceEnd = (text: string, { offset, maxCharacters }: PieceRange): number => {
  const last = offset + maxCharacters
  if (last >= text.length) return text.length
  const middle = offset + Math.floor(maxCharacters / 2)
  for (const sign of ['\n', ' ']) {
    const end = text.lastIndexOf(sign, last - 1) + 1
    if (end > middle) return end
  }
  return isHighSurrogate(text, last - 1) ? last + (maxCharacters === 1 ? 1 : -1) : last
}

/** Returns a piece of a text with its position; empty after the end. */
export const cutPiece = (
  text: string,
  range: PieceRange,
): Pick<TextPiece, 'text' | 'offset' | 'next_offset' | 'total_characters'> => {
  const end = pieceEnd(text, range)
  return {
    text: text.slice(range.offset, end),
    offset: range.offset,
    next_offset: end < text.length ? end : null,
    total_characters: text.length,
  }
}

/** Returns a piece of the text of a file; throws like `openRequiredText`. */
export const readPiece = async (file: StoredFile, range: PieceRange): Promise<TextPiece> => {
  const text = await readText((await openRequiredText(file)).body)
  const is_truncated = presentText(file)?.is_truncated === true
  return { name: file.name, ...cutPiece(text, range), is_truncated }
}
