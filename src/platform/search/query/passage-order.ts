import { isStopWord, languages } from '../../../language/stop-words.ts'
import { formsOfToken, splitTokens } from '../../../language/words.ts'
import type { FoundPassage } from './passages.ts'
import type { Hit } from './placed-hits.ts'
import { fitOf, type QueryWord } from './query-words.ts'

/** A thing of a page of what was found, with its first passage and its best one. */
interface Read {
  title: string
  passages: FoundPassage[]
  hit: Pick<Hit, 'score' | 'isTitled'>
}

/** From here on a word stands in a text in one of its own forms. */
const minFit = 0.5

/**
 * What it adds that all words are in one passage, that those beside each other in the query are so there, and that all
 * are in the title; the best score is 1.
 */
const passageWeight = 0.5
const nearWeight = 0.4
const titleWeight = 0.6

/** How many letters a word has at least that is looked for at the end of others. */
const minEnding = 4

/** Neighbours in a query are neighbours in a text where they are no further apart: small words may be between. */
const maxDistance = 3

/** How far the nearest of two words' places, each in ascending order, are from one another. */
const distanceOf = (some: number[], others: number[]): number => {
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

/** Whether a form is one of a word; a stop word is a form of itself alone: `met` is none of `meten`. */
const fits = (word: QueryWord, form: string) =>
  word.text === form || (fitOf(word, [form]) >= minFit && !isStop(form))

/** How many of the words stand in a text, 0 to 1, and how many of those beside each other in the query are so there. */
const shareIn = (text: string, words: QueryWord[]) => {
  const places = Map.groupBy(
    splitTokens(text)
      .flatMap(formsOfToken)
      .map((form, place) => ({ form, place })),
    ({ form }) => form,
  )
  const placesOf = (word: QueryWord) =>
    [...places]
      .filter(([form]) => fits(word, form))
      .flatMap(([, own]) => own.map(({ place }) => place))
      .sort((a, b) => a - b)
  const found = words.map(placesOf)
  const met = found.filter(({ length }) => length > 0).length
  const near = found.filter((own, n) => n > 0 && distanceOf(found[n - 1] ?? [], own) <= maxDistance).length
  return { share: met / words.length, near: near / Math.max(1, words.length - 1) }
}

/** The same of a title, in which a word may end another: `ignore` in `gitignore`. */
const shareInTitle = (title: string, words: QueryWord[]): number => {
  const forms = splitTokens(title).flatMap(formsOfToken)
  const isSaid = (word: QueryWord) =>
    forms.some((form) => fits(word, form)) ||
    (word.text.length >= minEnding && forms.some((form) => form.endsWith(word.text)))
  return words.filter(isSaid).length / Math.max(1, words.length)
}

const coverageOf = ({ title, passages }: Read, words: QueryWord[]): number => {
  const shares = passages.map(({ headings, text }) => shareIn([title, ...headings, text].join('\n'), words))
  const best = Math.max(0, ...shares.map(({ share, near }) => passageWeight * share + nearWeight * near))
  return best + titleWeight * shareInTitle(title, words)
}

/** With fewer words there is nothing that could stand apart. */
const minWords = 2

/**
 * The order of the things of a page: one that says all words of a query in one place comes before one that has them
 * far from one another. What has them in its title stays first.
 */
export const orderByPassage = <T extends Read>(things: T[], words: QueryWord[]): T[] => {
  const said = words.filter(({ text }) => !isStop(text))
  if (said.length < minWords) return things
  const best = Math.max(...things.map(({ hit }) => hit.score))
  const ranked = things.map((thing) => ({
    thing,
    rank: thing.hit.isTitled ? Infinity : thing.hit.score / best + coverageOf(thing, said),
  }))
  return ranked.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank)).map(({ thing }) => thing)
}
