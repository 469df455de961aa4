import { fold } from './fold.ts'
import { plainText } from './plain-text.ts'

// by their extensions: the sign that makes a vowel long belongs to both syllabaries, and to neither alone
const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+/gu

/**
 * Words are cut at this length, so that one row's key stays small; a search for a longer word is cut alike.
 */
const maxWordCharacters = 40

/**
 * The words of a text in their order, folded, of two or more characters. Scripts that are written without
 * spaces (Chinese, Japanese, Korean) give overlapping pairs of characters.
 */
export const splitWords = (text: string): string[] =>
  (fold(plainText(text)).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((run) => {
    const pairs = (run.match(withoutSpaces) ?? []).flatMap((part) => {
      const characters = Array.from(part)
      return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
    })
    const rest = run.replace(withoutSpaces, ' ').split(' ')
    return [...rest, ...pairs]
      .map((word) => Array.from(word).slice(0, maxWordCharacters).join(''))
      .filter((word) => Array.from(word).length > 1)
  })

/** The words of a text; names in camel case count whole and in their parts. */
export const tokenize = (text: string): string[] => {
  const names = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((run) => /\p{Ll}\p{Lu}/u.test(run))
  const parts = names.map((name) => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).join(' ')
  return [...splitWords(text), ...splitWords(parts)]
}
