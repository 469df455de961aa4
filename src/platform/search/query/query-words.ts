import {
  derivedForms,
  isInflected,
  likeness,
  stemsOf,
  withoutLastVowel,
} from '../../../language/inflection.ts'
import { respell } from '../../../language/letters.ts'
import { withoutArticle } from '../../../language/prefixes.ts'
import { splitTokens, wordsOfToken, type WordToken } from '../../../language/words.ts'
import { isInside } from '../compounds.ts'

/** A word that is looked for. */
export interface QueryWord {
  text: string
  /** What it stands for, or is a part of, in the query as it was typed. */
  typed: string
  /** It, its other spellings, such as that with u for ue, and what is derived from the same. */
  spellings: string[]
  /** The words of the same name: of `post-mortem` the whole has the parts, and each part the whole. */
  instead: string[]
  /** A number in a name, such as that of a key, says nothing without one of these, which are beside it. */
  beside: string[]
}

/** A word that stands for itself alone. */
export const singleWord = (text: string): QueryWord => ({
  text,
  typed: text,
  spellings: [text],
  instead: [],
  beside: [],
})

const isNumber = (text: string) => /^\p{Nd}+$/u.test(text)

/** Scripts that are written without spaces have many words in one token: each stands for itself. */
const typedOf = ({ text, parts, whole }: WordToken, word: string) =>
  whole === undefined && parts.length > 1 ? word : text

/** Of a longer query only the beginning is looked at. */
const maxTokens = 100
export const maxQueryWords = 400

/** The words of a query, each once, in their order. */
export const wordsOf = (q: string): QueryWord[] => {
  const tokens = splitTokens(q).slice(0, maxTokens)
  const others = respell(q).map((text) => splitTokens(text))
  const words = new Map<string, QueryWord>()
  for (const [place, token] of tokens.entries()) {
    const said = wordsOfToken(token)
    const spelled = others.flatMap((tokens) =>
      tokens[place] ? [wordsOfToken(tokens[place] as WordToken)] : [],
    )
    for (const [n, text] of said.entries()) {
      const spellings = [
        text,
        ...spelled.flatMap((own) => (own.length === said.length ? (own[n] ?? []) : [])),
        ...derivedForms(text),
        ...[withoutArticle(text)].filter(hasBeginning),
      ]
      const instead = token.whole === undefined ? [] : text === token.whole ? token.parts : [token.whole]
      const isNumberOfName = token.whole !== undefined && isNumber(text)
      const beside = isNumberOfName ? said.filter((other) => !isNumber(other)) : []
      const typed = typedOf(token, text)
      if (!words.has(text) && words.size < maxQueryWords)
        words.set(text, { text, typed, spellings: [...new Set(spellings)], instead, beside })
    }
  }
  return [...words.values()]
}

/** Of this many letters a word at least is looked for as the beginning of longer ones. */
const minBeginning = 3

/** A consonant that an ending doubles. */
const doubled = /([^aeiou])\1$/

/** What all forms of a word that count begin with: an ending may double a consonant (`getal`, `getallen`). */
export const beginningOf = (spelling: string): string => {
  const stem = stemsOf(spelling).at(-1) ?? spelling
  return stem !== spelling && stem.length > minBeginning && doubled.test(stem) ? stem.slice(0, -1) : stem
}

export const hasBeginning = (spelling: string): boolean => spelling.length >= minBeginning

/**
 * How well a word of a thing fits, by its forms there, 0 to 1: itself, another form of it, or one that it
 * begins.
 */
export const fitOf = ({ spellings }: QueryWord, forms: string[]): number =>
  Math.max(
    ...spellings.flatMap((spelling) =>
      forms.map((form) => {
        const like = likeness(spelling, form)
        if (like > 0 || !hasBeginning(spelling) || !form.startsWith(withoutLastVowel(spelling))) return like
        return 0.3 + (0.3 * spelling.length) / form.length
      }),
    ),
  )

/** The last part of a compound has this many letters at least, and what is before it. */
const [minLastPart, minFirstPart] = [4, 3]

/** What nouns are inflected by: a stem keeps the t of `Arbeit`, which ends the forms of verbs. */
const nounEnding = /(?:ern|e[mnrs]?|n|s)$/

/**
 * What a word may be in a compound: the first of these in its middle, any of them where the stem of the compound ends.
 * None for words that are no part of one.
 */
export const compoundParts = ({ text }: QueryWord): string[] => {
  const stem = text.replace(nounEnding, '')
  const parts = [stem.length < minLastPart ? text : stem, beginningOf(text)]
  return isInflected(text) ? [...new Set(parts)].filter((part) => part.length >= minLastPart) : []
}

/** Whether a word is in the middle of one of these forms. */
export const isInMiddle = (word: QueryWord, forms: string[]): boolean => {
  const [part] = compoundParts(word)
  return part !== undefined && forms.some((form) => isInside(form, part))
}

/** How well a word fits as the last part of one of these forms. */
export const fitAtEnd = ({ spellings }: QueryWord, forms: string[]): number =>
  0.45 *
  Math.max(
    ...spellings.flatMap((spelling) =>
      forms.map((form) => {
        const at = form.lastIndexOf(beginningOf(spelling))
        return at >= minFirstPart ? likeness(spelling, form.slice(at)) : 0
      }),
    ),
  )

export const middleFit = 0.35

/** How well a word fits as the last part of one of these forms, or as one in the middle. */
export const fitInCompound = (word: QueryWord, forms: string[]): number =>
  Math.max(fitAtEnd(word, forms), isInMiddle(word, forms) ? middleFit : 0)
