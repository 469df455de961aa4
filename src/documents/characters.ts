import { readFile } from 'node:fs/promises'
import { UnreadableFile } from './unreadable-file.ts'

const mostBytes = 64 * 2 ** 20
const tries = ['shift_jis', 'gb18030', 'euc-kr']
const common = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}的一是了我不人在他有这中大国上个们]/gu

/** How a text that is not UTF-8 is written: cyrillic and East Asian ones are told by what they would say. */
const guess = (bytes: Buffer): string => {
  const sample = bytes.subarray(0, 20_000)
  const high = sample.filter((byte) => byte >= 0x80).length
  const letters = sample.filter((byte) => byte >= 0x80 || (byte >= 0x41 && byte <= 0x7a)).length
  if (high < letters / 3) return 'windows-1252'
  const score = (encoding: string) =>
    (new TextDecoder(encoding).decode(sample).match(common)?.length ?? 0) / high
  const best = tries
    .map((encoding) => ({ encoding, share: score(encoding) }))
    .sort((a, b) => b.share - a.share)[0]
  return best && best.share > 0.08 ? best.encoding : 'windows-1251'
}

const decoded = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const said = /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1]
    try {
      return new TextDecoder(said ?? guess(bytes)).decode(bytes)
    } catch {
      return new TextDecoder('windows-1252').decode(bytes)
    }
  }
}

/**
 * The characters of a text file of at most 64 MB, whatever encoding it has, with line feeds alone at the ends
 * of lines.
 */
export const charactersOf = async (path: string): Promise<string> => {
  const bytes = await readFile(path)
  const embedded = bytes.length > mostBytes ? bytes.indexOf('data:image/') : -1
  if (bytes.length > mostBytes && embedded < 0)
    throw new UnreadableFile('The file is a text of more than 64 MB, which is more than a course can hold.')
  return decoded(bytes)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n\f\v])\p{Cc}/gu, '')
}

const dataAddress = /data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]+/g

/** The text with images that stand in it as `data:` addresses taken out: those lead to the kept image then. */
export const withoutData = (text: string, keep: (url: string) => string | undefined): string =>
  text.replace(dataAddress, (url) => keep(url) ?? '')
