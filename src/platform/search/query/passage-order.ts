import { isStopWord, languages } from '../../../language/stop-words.ts'
import { splitTokens, wordsOfToken } from '../../../language/words.ts'
import type { FoundPassage } from './passages.ts'
import { fitOf, type QueryWord } from './query-words.ts'

/** A thing of a page of what was found, with its first passage and its best one. */
interface Read {
  title: string
  passages: FoundPassage[]
  isTitled: boolean
}

/** From here on a word stands in a text in one of its own forms. */
const minFit = 0.5

/** What it adds that the first passage, which mostly says what the thing is, has all words, and what the title has. */
const firstBonus = 0.5
const titleWeight = 0.8

/** How many letters a word has at least that is looked for at the end of others. */
const minEnding = 4

/** How many of the words stand in a text, 0 to 1. */
const shareIn = (text: string, words: QueryWord[]): number => {
  const forms = [...new Set(splitTokens(text).flatMap(wordsOfToken))]
  return words.filter((word) => fitOf(word, forms) >= minFit).length / Math.max(1, words.length)
}

/** The same of a title, in which a word may end another: `ignore` in `gitignore`. */
const shareInTitle = (title: string, words: QueryWord[]): number => {
  const forms = splitTokens(title).flatMap(wordsOfToken)
  const isSaid = (word: QueryWord) =>
    fitOf(word, forms) >= minFit ||
    (word.text.length >= minEnding && forms.some((form) => form.endsWith(word.text)))
  return words.filter(isSaid).length / Math.max(1, words.length)
}

const coverageOf = ({ title, passages }: Read, words: QueryWord[]): number => {
  const shares = passages.map(({ headings, text }) => shareIn([title, ...headings, text].join('\n'), words))
  return (
    Math.max(0, ...shares) + (shares[0] === 1 ? firstBonus : 0) + titleWeight * shareInTitle(title, words)
  )
}

/** With fewer words there is nothing that could stand apart. */
const minWords = 2

/** What a place further up among what was found is worth. */
const placeWeight = 0.05

/**
 * The order of the things of a page: one that says all words of a query in one place comes before one that has them
 * far from one another. What has them in its title stays first.
 */
export const orderByPassage = <T extends Read>(things: T[], words: QueryWord[]): T[] => {
  const said = words.filter(({ text }) => !languages.some((language) => isStopWord(text, language)))
  if (said.length < minWords) return things
  const ranked = things.map((thing, n) => ({
    thing,
    rank: thing.isTitled ? Infinity : coverageOf(thing, said) - n * placeWeight,
  }))
  return ranked.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank)).map(({ thing }) => thing)
}
