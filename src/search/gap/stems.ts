import { stemsOf } from '../../language/inflection.ts'
import { mostLikelyLanguages, removeStopWords } from '../../language/stop-words.ts'
import { splitTokens } from '../../language/words.ts'
import greetings from '#generated/words/greetings.json' with { type: 'json' }
import thanks from '#generated/words/thanks.json' with { type: 'json' }

/** Maximum number of stems per question, and maximum lengths of questions and of words. */
const maxStems = 4
const maxCharacters = 4_000
const maxWordCharacters = 40

/** Words of greetings and thanks, which ask for nothing. */
const courtesies = new Set(
  splitTokens([greetings, thanks].flatMap((list) => Object.values(list)).join(' ')).flatMap(
    ({ parts }) => parts,
  ),
)

/** A long run of characters; those of scripts without spaces between words do not count. */
const longRun = new RegExp(
  String.raw`[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]{${maxWordCharacters + 1}}`,
  'u',
)

/** Returns true for text that may be personal: email addresses, links, keys and other long runs. */
const mayBePersonal = (run: string) => run.includes('@') || longRun.test(run)

const maxDigits = 2

/** Returns true for numbers and for words with at least as many digits as letters, such as phone numbers or plates. */
const isNumberLike = (word: string) => {
  const digits = word.match(/\p{N}/gu)?.length ?? 0
  return digits > maxDigits || digits * 2 >= word.length
}

const minWordCharacters = 2
const minStemCharacters = 4

/** Returns the shortest stem of a word that can still be read. */
const readableStem = (word: string) =>
  stemsOf(word).findLast(({ length }) => length >= minStemCharacters) ?? word

/**
 * Returns the stems of the significant words of a question: the longest ones, without numbers, addresses and long
 * words. Uses only code that a search has loaded.
 */
export const gapStems = (question: string): string[] => {
  const runs = question.slice(0, maxCharacters).split(/\s+/u)
  const words = splitTokens(runs.filter((run) => !mayBePersonal(run)).join(' ')).flatMap(
    ({ parts, whole }) => (whole !== undefined && isNumberLike(whole) ? [] : parts),
  )
  const counted = removeStopWords(words, mostLikelyLanguages(words)).filter(
    (word) => word.length >= minWordCharacters && !isNumberLike(word) && !courtesies.has(word),
  )
  const stems = [...new Set(counted.map(readableStem))]
  const longest = new Set(stems.toSorted((a, b) => b.length - a.length).slice(0, maxStems))
  return stems.filter((stem) => longest.has(stem))
}
