import { detectAll } from 'tinyld'

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
]

/** Words that hold sentences together tell the languages that are met most even in short texts. */
const small: [string, Set<string>][] = [
  ['en', new Set(['the', 'of', 'and', 'is', 'are', 'to', 'it', 'that', 'with', 'for'])],
  ['de', new Set(['der', 'die', 'das', 'und', 'ist', 'nicht', 'ein', 'eine', 'mit', 'wird'])],
  ['fr', new Set(['le', 'la', 'les', 'et', 'est', 'des', 'une', 'dans', 'pour', 'qui'])],
  ['es', new Set(['el', 'la', 'los', 'y', 'es', 'una', 'que', 'para', 'con', 'por'])],
  ['it', new Set(['il', 'la', 'di', 'e', 'che', 'per', 'una', 'con', 'sono', 'della'])],
  ['nl', new Set(['de', 'het', 'een', 'en', 'van', 'is', 'niet', 'met', 'voor', 'zijn'])],
  ['pt', new Set(['o', 'a', 'os', 'e', 'que', 'uma', 'para', 'com', 'não', 'do'])],
]

const bySmallWords = (sample: string): string | undefined => {
  const words = sample.toLowerCase().split(/[^\p{L}]+/u)
  const counts = small.map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  }))
  const [first, second] = counts.toSorted((a, b) => b.count - a.count)
  return first && second && first.count >= 3 && first.count >= second.count * 1.5 ? first.language : undefined
}

/**
 * Below this the recogniser's best guess is none: of 4 800 pieces of 3 to 12 words out of documents it was
 * wrong in seven, all of them below 0.1, while whole documents have 0.28 or more.
 */
const [leastSure, leastAhead] = [0.1, 1.5]

const recognised = (sample: string): string | undefined => {
  const [first, second] = detectAll(sample)
  const isSure =
    first && first.accuracy >= leastSure && first.accuracy >= (second?.accuracy ?? 0) * leastAhead
  return isSure ? first.lang : undefined
}

/** The language of a text as a tag of BCP 47, `und` when there is too little of it to be sure. */
export const languageOf = (text: string): string => {
  const sample = text.slice(0, 20_000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters < 20) return 'und'
  const shared = scripts.find(([script]) => (sample.match(script)?.length ?? 0) > letters / 12)
  return shared?.[1] ?? bySmallWords(sample) ?? recognised(sample) ?? 'und'
}
