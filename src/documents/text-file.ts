import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import type { BufferBudget } from './buffer-budget.ts'
import { UnreadableFile } from './unreadable-file.ts'

const maxTextBytes = 64 * 2 ** 20
const sampleBytes = 20_000
const contextBytes = 200
const declarationBytes = 2_048

/** Maximum length of a picture in a `data:` URL: 24 MB, because decoding takes forty times as much memory. */
const maxPictureCharacters = 32 * 2 ** 20
const pictureStart = 'data:image/'
const pictureEnds = new Set(Buffer.from(` "'()<>\n\r\t`))

/** Supersets of detected encodings: KOI8-U has the letters of KOI8-R and the Ukrainian ones. */
const widerEncodings: Record<string, string> = { 'KOI8-R': 'koi8-u', ASCII: 'windows-1252' }

/** Start of an escape sequence of ISO-2022, whose bytes are all valid UTF-8. */
const escape = Buffer.from('\x1b$')

/** Returns the first lines with non-ASCII bytes, which alone reveal an encoding, or the start of an ASCII file. */
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

const guessEncoding = async (bytes: Buffer): Promise<string> => {
  const { detect } = await import('chardet')
  const encoding = detect(takeSample(bytes)) ?? 'windows-1252'
  return widerEncodings[encoding] ?? encoding
}

const findDeclaredEncoding = (bytes: Buffer): string | undefined =>
  /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, declarationBytes).toString('latin1'))?.[1]

const findEncoding = async (bytes: Buffer): Promise<string> => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (isUtf8(bytes) && !bytes.includes(escape)) return 'utf-8'
  return findDeclaredEncoding(bytes) ?? guessEncoding(bytes)
}

/** Decodes a text; one in an unsupported encoding is read as Windows-1252. */
const decodeText = (bytes: Buffer, encoding: string): string => {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Throws `UnreadableFile` if a picture in a text is too large; runs on the bytes, before they are decoded. */
const requireSmallPictures = (bytes: Buffer) => {
  let end = 0
  for (let at = bytes.indexOf(pictureStart); at >= 0; at = bytes.indexOf(pictureStart, end)) {
    end = at + pictureStart.length
    while (end < bytes.length && !pictureEnds.has(bytes[end] as number)) end += 1
    if (end - at > maxPictureCharacters)
      throw new UnreadableFile('too_complex', 'The file has a picture that is too large to be read.')
  }
}

/** Returns the text of a file in any encoding, with line feeds only. Without images, it may have at most 64 MB. */
export const readTextFile = async ({ path, buffers }: { path: string; buffers: BufferBudget }) => {
  buffers.charge((await stat(path)).size)
  const bytes = await readFile(path)
  if (bytes.length > maxTextBytes && !bytes.includes('data:image/'))
    throw new UnreadableFile(
      'too_much_text',
      'The file has more than 64 MB of text, which is more than a course can hold.',
    )
  requireSmallPictures(bytes)
  const text = decodeText(bytes, await findEncoding(bytes))
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n\f\v])\p{Cc}/gu, '')
}

const dataUrls = /data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]+/g

/** Replaces each `data:` URL of an image with the URL that `keep` returns. */
export const replaceDataUrls = (text: string, keep: (url: string) => string | undefined): string =>
  text.replace(dataUrls, (url) => keep(url) ?? '')
