import { fold } from './fold.ts'
import { plainText } from './plain-text.ts'

// by script extensions: the Japanese prolonged sound mark belongs to both syllabaries
const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+/gu

/** Maximum length of a word, which keeps the keys of rows short; search truncates words in the same way. */
const maxWordCharacters = 40

/**
 * Returns the words of a text in order, folded, with two or more characters. Scripts without spaces (Chinese, Japanese,
 * Korean) yield overlapping pairs of characters.
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

/** Returns the words of a text; camel-case names count whole and in parts. */
export const tokenize = (text: string): string[] => {
  const names = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((run) => /\p{Ll}\p{Lu}/u.test(run))
  const parts = names.map((name) => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).join(' ')
  return [...splitWords(text), ...splitWords(parts)]
}
