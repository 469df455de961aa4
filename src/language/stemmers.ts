import { stemsOf } from './inflection.ts'
import { foldLetters } from './letters.ts'

/** Returns the stem of a folded word. */
export type Stem = (word: string) => string

type Stemmer = Promise<{ stemmer: Stem }>

/** Stemmers by detected language; each is imported when the first text of its language is indexed. */
const stemmers: Record<string, () => Stemmer> = {
  ar: () => import('@orama/stemmers/arabic'),
  bg: () => import('@orama/stemmers/bulgarian'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  en: () => import('@orama/stemmers/english'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  nl: () => import('@orama/stemmers/dutch'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sr: () => import('@orama/stemmers/serbian'),
  sv: () => import('@orama/stemmers/swedish'),
  ta: () => import('@orama/stemmers/tamil'),
  tr: () => import('@orama/stemmers/turkish'),
  uk: () => import('@orama/stemmers/ukrainian'),
}

/** Endings whose accents a stemmer needs and folding has removed. */
const accented: Record<string, [RegExp, string][]> = {
  es: [[/cion$/, 'ción']],
  pt: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
  ],
  fr: [
    [/ite$/, 'ité'],
    [/ites$/, 'ités'],
  ],
}

const minCharacters = 3

/**
 * Returns the stemmer of folded words of a language; short words, words with other characters than letters, and words
 * of other languages stay unchanged.
 */
export const loadStem = async (language: string): Promise<Stem> => {
  const module = await stemmers[language]?.()
  if (!module) return (word) => word
  const known = new Map<string, string>()
  const stemOf = (word: string): string => {
    if (word.length < minCharacters || !/^\p{L}+$/u.test(word)) return word
    const whole = (accented[language] ?? []).reduce((form, [ending, by]) => form.replace(ending, by), word)
    const stem = foldLetters(module.stemmer(whole))
    if (stem.length < minCharacters) return word
    // search has no stemmer and reads the index from this prefix on
    const shortest = stemsOf(word).at(-1) ?? word
    return stem.startsWith(shortest) ? stem : shortest
  }
  return (word) => {
    const stem = known.get(word) ?? stemOf(word)
    known.set(word, stem)
    return stem
  }
}
