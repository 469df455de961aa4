import {
  derivedForms,
  isInflected,
  likeness,
  stemsOf,
  withoutLastVowel,
} from '../../../language/inflection.ts'
import { respell } from '../../../language/letters.ts'
import { splitTokens, withoutArticle, wordsOfToken, type WordToken } from '../../../language/words.ts'
import { isInsideTerm } from '../index/compounds.ts'

export interface QueryWord {
  text: string
  /** The typed word or name in the query from which it comes. */
  typed: string
  /** The word, its other spellings, such as u for ue, and words of the same derivation. */
  spellings: string[]
  /** The other words of the same name: for `post-mortem`, the whole has the parts, and each part the whole. */
  instead: string[]
  /** Adjacent words of a number in a name, such as a key; the number counts only if one of them matches. */
  beside: string[]
}

/** Returns a query word without other spellings. */
export const singleWord = (text: string): QueryWord => ({
  text,
  typed: text,
  spellings: [text],
  instead: [],
  beside: [],
})

const isNumber = (text: string) => /^\p{Nd}+$/u.test(text)

/**
 * Returns the typed text of a word. In scripts without spaces, a token contains many words, and each is its own text.
 */
const typedText = ({ text, parts, whole }: WordToken, word: string) =>
  whole === undefined && parts.length > 1 ? word : text

/** Maximum numbers of tokens and of words in a query; longer queries are truncated. */
const maxTokens = 100
export const maxQueryWords = 400

/** Returns the words of a query in their order, without duplicates. */
export const queryWords = (q: string): QueryWord[] => {
  const tokens = splitTokens(q).slice(0, maxTokens)
  const others = respell(q).map((text) => splitTokens(text))
  const words = new Map<string, QueryWord>()
  for (const [place, token] of tokens.entries()) {
    const parts = wordsOfToken(token)
    const spelled = others.flatMap((tokens) =>
      tokens[place] ? [wordsOfToken(tokens[place] as WordToken)] : [],
    )
    for (const [n, text] of parts.entries()) {
      const spellings = [
        text,
        ...spelled.flatMap((own) => (own.length === parts.length ? (own[n] ?? []) : [])),
        ...derivedForms(text),
        ...[withoutArticle(text)].filter(hasBeginning),
      ]
      const instead = token.whole === undefined ? [] : text === token.whole ? token.parts : [token.whole]
      const isNumberOfName = token.whole !== undefined && isNumber(text)
      const beside = isNumberOfName ? parts.filter((other) => !isNumber(other)) : []
      const typed = typedText(token, text)
      if (!words.has(text) && words.size < maxQueryWords)
        words.set(text, { text, typed, spellings: [...new Set(spellings)], instead, beside })
    }
  }
  return [...words.values()]
}

/** Minimum number of letters of a word that also matches longer words beginning with it. */
const minBeginning = 3

/** A consonant that an ending doubles. */
const doubled = /([^aeiou])\1$/

/**
 * Returns the common beginning of all relevant forms of a word: an ending may double a consonant (`getal`, `getallen`).
 */
export const prefixStem = (spelling: string): string => {
  const stem = stemsOf(spelling).at(-1) ?? spelling
  return stem !== spelling && stem.length > minBeginning && doubled.test(stem) ? stem.slice(0, -1) : stem
}

export const hasBeginning = (spelling: string): boolean => spelling.length >= minBeginning

/**
 * Returns the fit of a word, by its forms in a resource, from 0 to 1: the word itself, another form of it, or a longer
 * word that begins with it.
 */
export const wordFit = ({ spellings }: QueryWord, forms: string[]): number =>
  Math.max(
    ...spellings.flatMap((spelling) =>
      forms.map((form) => {
        const like = likeness(spelling, form)
        if (like > 0 || !hasBeginning(spelling) || !form.startsWith(withoutLastVowel(spelling))) return like
        return 0.3 + (0.3 * spelling.length) / form.length
      }),
    ),
  )

/** Minimum number of letters of a compound's last part, and of the text before it. */
const [minLastPart, minFirstPart] = [4, 3]

/** Inflections of nouns: a stem keeps the t of `Arbeit`, which ends the forms of verbs. */
const nounEnding = /(?:ern|e[mnrs]?|n|s)$/

/**
 * Returns the forms of a word in a compound: the first one in its middle, any of them where the stem of the compound
 * ends. Empty for words that cannot be a part of one.
 */
export const compoundParts = ({ text }: QueryWord): string[] => {
  const stem = text.replace(nounEnding, '')
  const parts = [stem.length < minLastPart ? text : stem, prefixStem(text)]
  return isInflected(text) ? [...new Set(parts)].filter((part) => part.length >= minLastPart) : []
}

/** Returns true if a word is in the middle of one of these forms. */
export const isInMiddle = (word: QueryWord, forms: string[]): boolean => {
  const [part] = compoundParts(word)
  return part !== undefined && forms.some((form) => isInsideTerm(form, part))
}

/** Returns the fit of a word as the last part of one of these forms. */
export const fitAtEnd = ({ spellings }: QueryWord, forms: string[]): number =>
  0.45 *
  Math.max(
    ...spellings.flatMap((spelling) =>
      forms.map((form) => {
        const at = form.lastIndexOf(prefixStem(spelling))
        return at >= minFirstPart ? likeness(spelling, form.slice(at)) : 0
      }),
    ),
  )

export const middleFit = 0.35

/** Returns the fit of a word as the last part of one of these forms, or as a middle part. */
export const fitInCompound = (word: QueryWord, forms: string[]): number =>
  Math.max(fitAtEnd(word, forms), isInMiddle(word, forms) ? middleFit : 0)
