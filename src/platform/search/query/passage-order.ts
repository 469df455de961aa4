import { isStopWord, languages } from '../../../language/stop-words.ts'
import { formsOfToken, splitTokens } from '../../../language/words.ts'
import type { FoundPassage } from './passages.ts'
import type { Hit } from './hit-order.ts'
import { wordFit, type QueryWord } from './query-words.ts'

/** A resource on a page of results, with its first passage and its best one. */
interface Read {
  title: string
  passages: FoundPassage[]
  hit: Pick<Hit, 'score' | 'isTitled'>
}

/** Minimum fit at which a text contains a word in one of its own forms. */
const minFit = 0.5

/**
 * Bonus if all words are in one passage, if adjacent words of the query are adjacent in it, and if all words are in the
 * title; the best score is 1.
 */
const passageWeight = 0.5
const nearWeight = 0.4
const titleWeight = 0.6

/** Minimum number of letters of a word that is also searched for at the end of other words. */
const minEnding = 4

/** Maximum distance in a text between adjacent words of a query: small words may be between them. */
const maxDistance = 3

/** Returns the smallest distance between positions of two words, each list in ascending order. */
const minDistance = (some: number[], others: number[]): number => {
  let least = Infinity
  for (let n = 0, m = 0; n < some.length && m < others.length;) {
    const distance = (some[n] ?? 0) - (others[m] ?? 0)
    least = Math.min(least, Math.abs(distance))
    if (distance < 0) n++
    else m++
  }
  return least
}

const isStop = (text: string) => languages.some((language) => isStopWord(text, language))

/** Returns true if a form belongs to a word; a stop word only matches itself: `met` is no form of `meten`. */
const matchesForm = (word: QueryWord, form: string) =>
  word.text === form || (wordFit(word, [form]) >= minFit && !isStop(form))

/**
 * Returns the share of the words that a text contains, 0 to 1, and the share of adjacent words of the query that are
 * adjacent in it.
 */
const wordShare = (text: string, words: QueryWord[]) => {
  const places = Map.groupBy(
    splitTokens(text)
      .flatMap(formsOfToken)
      .map((form, place) => ({ form, place })),
    ({ form }) => form,
  )
  const wordPlaces = (word: QueryWord) =>
    [...places]
      .filter(([form]) => matchesForm(word, form))
      .flatMap(([, own]) => own.map(({ place }) => place))
      .sort((a, b) => a - b)
  const found = words.map(wordPlaces)
  const met = found.filter(({ length }) => length > 0).length
  const near = found.filter((own, n) => n > 0 && minDistance(found[n - 1] ?? [], own) <= maxDistance).length
  return { share: met / words.length, near: near / Math.max(1, words.length - 1) }
}

/** Returns the share of words in a title, where a word may be the end of another one: `ignore` in `gitignore`. */
const shareInTitle = (title: string, words: QueryWord[]): number => {
  const forms = splitTokens(title).flatMap(formsOfToken)
  const isSaid = (word: QueryWord) =>
    forms.some((form) => matchesForm(word, form)) ||
    (word.text.length >= minEnding && forms.some((form) => form.endsWith(word.text)))
  return words.filter(isSaid).length / Math.max(1, words.length)
}

const passageCoverage = ({ title, passages }: Read, words: QueryWord[]): number => {
  const shares = passages.map(({ headings, text }) => wordShare([title, ...headings, text].join('\n'), words))
  const best = Math.max(0, ...shares.map(({ share, near }) => passageWeight * share + nearWeight * near))
  return best + titleWeight * shareInTitle(title, words)
}

/** Minimum number of words for the order to depend on their distance. */
const minWords = 2

/**
 * Orders the resources of a page: a resource with all words of the query in one place comes before one with the words
 * far apart. Resources with all words in the title stay first.
 */
export const orderByPassage = <T extends Read>(things: T[], words: QueryWord[]): T[] => {
  const contentWords = words.filter(({ text }) => !isStop(text))
  if (contentWords.length < minWords) return things
  const best = Math.max(...things.map(({ hit }) => hit.score))
  const ranked = things.map((thing) => ({
    thing,
    rank: thing.hit.isTitled ? Infinity : thing.hit.score / best + passageCoverage(thing, contentWords),
  }))
  return ranked.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank)).map(({ thing }) => thing)
}
