import { fold } from '../../language/fold.ts'
import type { Language } from '../../language/stop-words.ts'
import { languageData, type RequestWords } from './languages.ts'

const requests = Object.entries(languageData).map(
  ([language, data]) => [language as Language, data.requests] as const,
)

const allOf = (name: 'polite' | 'nouns' | 'determiners' | 'prepositions' | 'questionWords'): Set<string> =>
  new Set(requests.flatMap(([, words]) => words[name] ?? []))

const [polite, prepositions] = [[...allOf('polite')].join('|'), [...allOf('prepositions')].join('|')]
const [nouns, determiners, questionWords] = [allOf('nouns'), allOf('determiners'), allOf('questionWords')]

const beginningBy = (verb: string) =>
  new RegExp(
    `^(?:(?:${polite})[ ,!]+)*(${verb})(?![\\p{L}\\p{N}-])(?!\\s+(?:${prepositions})(?!\\p{L}))`,
    'u',
  )

/** The regular expressions of the languages that have one by `patternOf`. */
const compiled = (
  patternOf: (words: RequestWords) => string | undefined,
  compile: (pattern: string) => RegExp,
) =>
  requests.flatMap(([language, words]): [Language, RegExp][] => {
    const pattern = patternOf(words)
    return pattern === undefined ? [] : [[language, compile(pattern)]]
  })

const beginnings = [
  ...compiled(({ verbs }) => verbs?.join('|'), beginningBy),
  ...compiled(({ asked, verbs = [] }) => {
    return asked && `${asked.opening}(?:${(asked.verbs ?? verbs).join('|')})`
  }, beginningBy),
]

const signs = compiled(
  ({ pattern }) => pattern,
  (pattern) => new RegExp(pattern, 'u'),
)

/** A bare verb with a thing or two is more often a search than a request: "Reset password". */
const maxBareWords = 2

/** How far behind the verb its object is looked for. */
const objectWords = 2

/**
 * The languages in which somebody asks for something to be done, which this model cannot: it only looks things up. None
 * for a question.
 */
export const findRequest = (message: string): Language[] => {
  const signed = signs.filter(([, sign]) => sign.test(message)).map(([language]) => language)
  if (signed.length > 0) return signed
  const text = fold(message.replaceAll(/[’‘]/gu, "'")).replaceAll(/@\S+\s*|^[\s¿¡]+/gu, '')
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.slice(0, 3).some((word) => questionWords.has(word))) return []
  const hasObject = words.slice(0, objectWords + 1).some((word) => determiners.has(word))
  return beginnings.flatMap(([language, beginning]) => {
    const verb = beginning.exec(text)?.[1]
    const isSearch = !hasObject && (words.length <= maxBareWords || nouns.has(verb ?? ''))
    return verb === undefined || isSearch ? [] : [language]
  })
}
