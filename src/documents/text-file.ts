import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import type { Reading } from './markdown/block.ts'
import { UnreadableFile } from './unreadable-file.ts'

const maxTextBytes = 64 * 2 ** 20
const sampleBytes = 20_000
const contextBytes = 200
const declarationBytes = 2_048

/** A picture of 24 MB, which takes forty times as much until it is read. */
const maxPictureCharacters = 32 * 2 ** 20
const pictureStart = 'data:image/'
const pictureEnds = new Set(Buffer.from(` "'()<>\n\r\t`))

/** KOI8-U has the letters of KOI8-R and the Ukrainian ones. */
const widerEncodings: Record<string, string> = { 'KOI8-R': 'koi8-u', ASCII: 'windows-1252' }

/** Escapes that begin two-byte characters in ISO-2022: all of their bytes are those of UTF-8 too. */
const escape = Buffer.from('\x1b$')

/** The first lines that are more than ASCII, which alone tell of an encoding; the first of all where none is. */
const takeSample = (bytes: Buffer): Buffer => {
  const lines: Buffer[] = []
  let taken = 0
  for (let at = 0; taken < sampleBytes;) {
    const first = bytes.subarray(at).findIndex((byte) => byte >= 0x80)
    if (first < 0) break
    const start = Math.max(at, bytes.lastIndexOf('\n', at + first) + 1, at + first - contextBytes)
    const end = bytes.indexOf('\n', at + first)
    const line = bytes.subarray(start, Math.min(end < 0 ? bytes.length : end + 1, start + sampleBytes))
    lines.push(line)
    taken += line.length
    at = start + line.length
  }
  return taken > 0 ? Buffer.concat(lines) : bytes.subarray(0, sampleBytes)
}

/** The encoding of a text that is not UTF-8. */
const guessEncoding = async (bytes: Buffer): Promise<string> => {
  const { detect } = await import('chardet')
  const encoding = detect(takeSample(bytes)) ?? 'windows-1252'
  return widerEncodings[encoding] ?? encoding
}

/** The encoding that a page of HTML declares. */
const findDeclaredEncoding = (bytes: Buffer): string | undefined =>
  /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, declarationBytes).toString('latin1'))?.[1]

const decodeOr = (encoding: string, bytes: Buffer, otherwise: () => string): string => {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return otherwise()
  }
}

const decodeOther = async (bytes: Buffer): Promise<string> =>
  decodeOr(findDeclaredEncoding(bytes) ?? (await guessEncoding(bytes)), bytes, () =>
    new TextDecoder('windows-1252').decode(bytes),
  )

const decode = async (bytes: Buffer): Promise<string> => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const isPlain = isUtf8(bytes) && !bytes.includes(escape)
  return isPlain ? new TextDecoder().decode(bytes) : decodeOther(bytes)
}

/** Throws `UnreadableFile` for a picture within a text that is too large, before it is text. */
const requireSmallPictures = (bytes: Buffer) => {
  let end = 0
  for (let at = bytes.indexOf(pictureStart); at >= 0; at = bytes.indexOf(pictureStart, end)) {
    end = at + pictureStart.length
    while (end < bytes.length && !pictureEnds.has(bytes[end] as number)) end += 1
    if (end - at > maxPictureCharacters)
      throw new UnreadableFile('too_complex', 'The file has a picture that is too large to be read.')
  }
}

/**
 * The text of a file of at most 64 MB besides its images, whatever its encoding, with line feeds alone at
 * line ends.
 */
export const readTextFile = async ({ path, buffers }: Pick<Reading, 'path' | 'buffers'>): Promise<string> => {
  buffers.charge((await stat(path)).size)
  const bytes = await readFile(path)
  if (bytes.length > maxTextBytes && !bytes.includes('data:image/'))
    throw new UnreadableFile(
      'too_much_text',
      'The file has more than 64 MB of text, which is more than a course can hold.',
    )
  requireSmallPictures(bytes)
  const text = await decode(bytes)
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n\f\v])\p{Cc}/gu, '')
}

const dataUrls = /data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]+/g

/** The text with the address that `keep` gives instead of each image that stands in it as a `data:` URL. */
export const replaceDataUrls = (text: string, keep: (url: string) => string | undefined): string =>
  text.replace(dataUrls, (url) => keep(url) ?? '')
