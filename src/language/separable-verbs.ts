import type { Language } from './stop-words.ts'
import { splitWords } from './tokens.ts'

const toSet = (words: string) => new Set(words.split(/\s+/u))

/** The prefixes of verbs that come apart, folded, as in "Füge eine Seite hinzu". */
export const separablePrefixes: Partial<Record<Language, ReadonlySet<string>>> = {
  de: toSet(`ab an auf aus bei durch ein fest her heraus herunter hin hinzu hoch los mit nach um vor weg zu zuruck
  zusammen`),
  nl: toSet('aan af bij door in mee na op over terug toe uit vast vrij weg'),
}

/** The prefix that a sentence ends with: it belongs to a verb before it. */
export const findPrefix = (sentence: string, language: Language | undefined): string | undefined => {
  const last = splitWords(sentence).at(-1) ?? ''
  return language && separablePrefixes[language]?.has(last) ? last : undefined
}

/** Between the prefix and the verb in its other forms, as in "abzuschalten" and "abgeschaltet". */
const infixes: Partial<Record<Language, string[]>> = { de: ['', 'zu', 'ge'], nl: ['', 'ge'] }

/** What a verb and its prefix may be joined to. */
export const joinPrefix = (prefix: string, verb: string, language: Language): string[] =>
  (infixes[language] ?? []).map((infix) => `${prefix}${infix}${verb}`)

/** A verb without its prefix has this many letters at least. */
const minVerbCharacters = 5

/** What a folded verb comes apart into, as "einreichen" does in "Reiche sie bis Freitag ein". */
export const splitPrefixes = (word: string, language: Language): { prefix: string; verb: string }[] =>
  [...(separablePrefixes[language] ?? [])]
    .filter((prefix) => word.startsWith(prefix) && word.length >= prefix.length + minVerbCharacters)
    .map((prefix) => ({ prefix, verb: word.slice(prefix.length) }))

/** German and Dutch participles, behind a prefix that comes apart or none: `gesetzt`, `eingestellt`, `aangemaakt`. */
const participleBehind = (prefixes: ReadonlySet<string>) =>
  new RegExp(`^(${[...prefixes].join('|')}|)ge(\\p{L}{3,}(?:t|d|en))$`, 'u')

const participles = new Map(
  Object.entries(separablePrefixes).map(([language, prefixes]) => [language, participleBehind(prefixes)]),
)

/** Other forms of the verbs that folded words are participles of: `setzt`, `einstellt`, `aanmaakt`. */
export const formsOfParticiples = (words: string[], language = ''): string[] => {
  const participle = participles.get(language)
  return participle ? words.flatMap((word) => participle.exec(word)?.slice(1).join('') ?? []) : []
}
