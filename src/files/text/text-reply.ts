import { Readable } from 'node:stream'
import { HttpReply, type OutgoingHeaders } from '../../platform/http/exchange/http-reply.ts'
import { endpointUrl } from '../../platform/http/link.ts'
import { presentText } from '../stored-text/file-text.ts'
import type { StoredFile } from '../file/file.ts'
import { readPiece, openRequiredText, type PieceRange, type TextPiece } from './text-pieces.ts'

export const textPath = '/files/{id}/text'

export const textType = 'text/markdown'

/** Default length of a piece in JSON: the amount a model takes at once. */
const jsonCharacters = 8_000

const textReplyHeaders = (file: StoredFile): OutgoingHeaders => ({
  'Content-Type': `${textType}; charset=utf-8`,
  ...(presentText(file)?.is_truncated && { 'X-Truncated': 'true' }),
})

const nextLink = ({ id }: StoredFile, next_offset: number, maxCharacters: number): OutgoingHeaders => ({
  Link: `<${endpointUrl(textPath, { id })}?offset=${next_offset}&max_characters=${maxCharacters}>; rel="next"`,
})

/** Returns the metadata of a text whose Markdown is streamed separately. */
const textMetadata = ({ name }: StoredFile): TextPiece => ({
  name,
  text: '',
  offset: 0,
  next_offset: null,
  total_characters: 0,
  is_truncated: false,
})

/** Returns the text of a file or a piece of it, as JSON, or as Markdown with a link to the next piece. */
export const textReply = async (
  file: StoredFile,
  { offset, max_characters }: { offset?: number | undefined; max_characters?: number | undefined },
  isJson: boolean,
): Promise<HttpReply<TextPiece>> => {
  if (!isJson && offset === undefined && max_characters === undefined) {
    const { body } = await openRequiredText(file)
    return new HttpReply(textMetadata(file), { headers: textReplyHeaders(file), stream: () => body })
  }
  const range: PieceRange = {
    offset: offset ?? 0,
    maxCharacters: max_characters ?? (isJson ? jsonCharacters : Number.MAX_SAFE_INTEGER),
  }
  const piece = await readPiece(file, range)
  if (isJson) return new HttpReply(piece)
  const { next_offset, text } = piece
  const link = next_offset === null ? {} : nextLink(file, next_offset, range.maxCharacters)
  return new HttpReply(piece, {
    headers: { ...textReplyHeaders(file), ...link },
    stream: () => Readable.from([Buffer.from(text)], { objectMode: false }),
  })
}
