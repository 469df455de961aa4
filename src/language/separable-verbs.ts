import type { Language } from './stop-words.ts'
import { splitWords } from './tokens.ts'
import { fold } from './fold.ts'
import prefixLists from '#generated/words/separablePrefixes.json' with { type: 'json' }

/** Prefixes of separable verbs, folded, as in "Füge eine Seite hinzu". */
export const separablePrefixes: Partial<Record<Language, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(prefixLists).map(([language, words]) => [language, new Set(fold(words).split('\n'))]),
)

/** Returns the prefix at the end of a sentence, which belongs to a preceding verb. */
export const findPrefix = (sentence: string, language: Language | undefined): string | undefined => {
  const last = splitWords(sentence).at(-1) ?? ''
  return language && separablePrefixes[language]?.has(last) ? last : undefined
}

/** Infixes between the prefix and the verb in other forms, as in "abzuschalten" and "abgeschaltet". */
const infixes: Partial<Record<Language, string[]>> = { de: ['', 'zu', 'ge'], nl: ['', 'ge'] }

/** Returns the forms of a verb joined with its prefix. */
export const joinPrefix = (prefix: string, verb: string, language: Language): string[] =>
  (infixes[language] ?? []).map((infix) => `${prefix}${infix}${verb}`)

/** Minimum length of a verb without its prefix. */
const minVerbCharacters = 5

/** Splits a folded verb into prefix and verb, as "einreichen" is split in "Reiche sie bis Freitag ein". */
export const splitPrefixes = (word: string, language: Language): { prefix: string; verb: string }[] =>
  [...(separablePrefixes[language] ?? [])]
    .filter((prefix) => word.startsWith(prefix) && word.length >= prefix.length + minVerbCharacters)
    .map((prefix) => ({ prefix, verb: word.slice(prefix.length) }))

/** Matches German and Dutch participles with or without a separable prefix: `gesetzt`, `eingestellt`, `aangemaakt`. */
const participleBehind = (prefixes: ReadonlySet<string>) =>
  new RegExp(`^(${[...prefixes].join('|')}|)ge(\\p{L}{3,}(?:t|d|en))$`, 'u')

const participles = new Map(
  Object.entries(separablePrefixes).map(([language, prefixes]) => [language, participleBehind(prefixes)]),
)

/** Returns other forms of the verbs whose participles are among the folded words: `setzt`, `einstellt`, `aanmaakt`. */
export const formsOfParticiples = (words: string[], language = ''): string[] => {
  const participle = participles.get(language)
  return participle ? words.flatMap((word) => participle.exec(word)?.slice(1).join('') ?? []) : []
}
