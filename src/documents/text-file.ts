import { readFile, stat } from 'node:fs/promises'
import type { Reading } from './block.ts'
import { UnreadableFile } from './unreadable-file.ts'

const maxTextBytes = 64 * 2 ** 20
const sampleBytes = 20_000
const declarationBytes = 2_048

/** A picture of 24 MB, which takes forty times as much until it is read. */
const maxPictureCharacters = 32 * 2 ** 20
const pictureStart = 'data:image/'
const pictureEnds = new Set(Buffer.from(` "'()<>\n\r\t`))

const eastAsianEncodings = ['shift_jis', 'gb18030', 'euc-kr']
const minShareOfCommonLetters = 0.08
const commonLetters =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}的一是了我不人在他有这中大国上个们]/gu

const isHigh = (byte: number) => byte >= 0x80
const isLetter = (byte: number) => isHigh(byte) || (byte >= 0x41 && byte <= 0x7a)

/** The encoding of a text that is not UTF-8: Cyrillic and East Asian ones are told by the letters that they give. */
const guessEncoding = (bytes: Buffer): string => {
  const sample = bytes.subarray(0, sampleBytes)
  const highBytes = sample.filter(isHigh).length
  if (highBytes < sample.filter(isLetter).length / 3) return 'windows-1252'
  const shareIn = (encoding: string) =>
    (new TextDecoder(encoding).decode(sample).match(commonLetters)?.length ?? 0) / highBytes
  const [best] = eastAsianEncodings
    .map((encoding) => ({ encoding, share: shareIn(encoding) }))
    .toSorted((a, b) => b.share - a.share)
  return best && best.share > minShareOfCommonLetters ? best.encoding : 'windows-1251'
}

/** The encoding that a page of HTML declares. */
const findDeclaredEncoding = (bytes: Buffer): string | undefined =>
  /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, declarationBytes).toString('latin1'))?.[1]

const decodeOr = (encoding: string, bytes: Buffer, otherwise: () => string, fatal = false): string => {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    return otherwise()
  }
}

const decodeOther = (bytes: Buffer): string =>
  decodeOr(findDeclaredEncoding(bytes) ?? guessEncoding(bytes), bytes, () =>
    new TextDecoder('windows-1252').decode(bytes),
  )

const decode = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decodeOr('utf-8', bytes, () => decodeOther(bytes), true)
}

/** Throws `UnreadableFile` for a picture within a text that is too large, before it is text. */
const requireSmallPictures = (bytes: Buffer) => {
  let end = 0
  for (let at = bytes.indexOf(pictureStart); at >= 0; at = bytes.indexOf(pictureStart, end)) {
    end = at + pictureStart.length
    while (end < bytes.length && !pictureEnds.has(bytes[end] as number)) end += 1
    if (end - at > maxPictureCharacters)
      throw new UnreadableFile('The file has a picture that is too large to be read.')
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
    throw new UnreadableFile('The file has more than 64 MB of text, which is more than a course can hold.')
  requireSmallPictures(bytes)
  return decode(bytes)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n\f\v])\p{Cc}/gu, '')
}

const dataUrls = /data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]+/g

/** The text with the address that `keep` gives instead of each image that stands in it as a `data:` URL. */
export const replaceDataUrls = (text: string, keep: (url: string) => string | undefined): string =>
  text.replace(dataUrls, (url) => keep(url) ?? '')
