import { directionControls } from '../language/fold.ts'

const maxTitleCharacters = 255

/** Converts a text to a title on one line; returns undefined if nothing is left. */
export const asTitle = (text: string): string | undefined => {
  const line = text
    .replace(directionControls, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  const title =
    line.length > maxTitleCharacters ? `${line.slice(0, maxTitleCharacters - 1).trimEnd()}…` : line
  // truncation may split a surrogate pair, which could not be stored
  return title.toWellFormed() || undefined
}

/** Truncates a text to `maxCharacters`, at the last space unless that is in the first half. */
export const cutAtSpace = (text: string, maxCharacters: number): string => {
  const start = text.slice(0, maxCharacters)
  const space = start.lastIndexOf(' ')
  return space > maxCharacters / 2 ? start.slice(0, space) : start
}

const maxWordsCharacters = 60
const lookedAtCharacters = 2_000
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Returns the first sentence of a text, truncated to about 60 characters, or 30 in languages without spaces. */
export const titleFromWords = (text: string): string | undefined => {
  const line = asTitle(text.slice(0, lookedAtCharacters).replace(/^[\s\d.)•–-]+(?=\p{L})/u, ''))
  const sentence = line?.split(/(?<=[.!?])\s|(?<=[。！？])/u)[0]?.replace(/[.。:：]$/u, '')
  if (!sentence) return undefined
  const maxCharacters = withoutSpaces.test(sentence) ? maxWordsCharacters / 2 : maxWordsCharacters
  if (sentence.length <= maxCharacters) return sentence
  return `${cutAtSpace(sentence, maxCharacters).replace(/[\s,;:、，(-]+$/u, '')}…`
}

/** Converts a file name to a title without extension. */
export const titleFromFileName = (name: string): string => {
  const base = name.split(/[\\/]/).pop() ?? ''
  return asTitle(base.replace(/\.[\p{L}\p{N}]{1,8}$/u, '').replace(/_+/g, ' ')) ?? '…'
}
