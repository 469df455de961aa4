import { directionControls } from '../../language/direction.ts'

const maxTitleCharacters = 255

/** One line for a title; undefined when nothing is left. */
export const asTitle = (text: string): string | undefined => {
  const line = text
    .replace(directionControls, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  const title =
    line.length > maxTitleCharacters ? `${line.slice(0, maxTitleCharacters - 1).trimEnd()}…` : line
  // cut within a character of two code units it could not be stored
  return title.toWellFormed() || undefined
}

/** The beginning of a text up to the last space within `maxCharacters`, unless that would be less than half of them. */
export const cutAtSpace = (text: string, maxCharacters: number): string => {
  const start = text.slice(0, maxCharacters)
  const space = start.lastIndexOf(' ')
  return space > maxCharacters / 2 ? start.slice(0, space) : start
}

const maxWordsCharacters = 60
const lookedAtCharacters = 2_000
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The first sentence of a text, shortened at a word to about 60 characters (30 where words are not set apart). */
export const titleFromWords = (text: string): string | undefined => {
  const line = asTitle(text.slice(0, lookedAtCharacters).replace(/^[\s\d.)•–-]+(?=\p{L})/u, ''))
  const sentence = line?.split(/(?<=[.!?])\s|(?<=[。！？])/u)[0]?.replace(/[.。:：]$/u, '')
  if (!sentence) return undefined
  const maxCharacters = withoutSpaces.test(sentence) ? maxWordsCharacters / 2 : maxWordsCharacters
  if (sentence.length <= maxCharacters) return sentence
  return `${cutAtSpace(sentence, maxCharacters).replace(/[\s,;:、，(-]+$/u, '')}…`
}

/** What a file is called, without its ending. */
export const titleFromFileName = (name: string): string => {
  const base = name.split(/[\\/]/).pop() ?? ''
  return asTitle(base.replace(/\.[\p{L}\p{N}]{1,8}$/u, '').replace(/_+/g, ' ')) ?? '…'
}
