import stemEndings from '#generated/words/stemEndings.json' with { type: 'json' }
import { foldedItems } from './word-lists.ts'

/** Inflectional endings, folded, longest first. A heuristic is enough, since stems only add matches. */
const endings = foldedItems(stemEndings).sort((a, b) => b.length - a.length)

const minStemCharacters = 4

/** Returns the common stem of a word's forms; short words, words in other scripts and numbers stay unchanged. */
export const stemWord = (word: string): string => {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(word)) return word
  if (word.endsWith('ss')) return word
  const ending = endings.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= minStemCharacters,
  )
  return ending === undefined ? word : word.slice(0, -ending.length)
}
