import { fold } from '../../language/fold.ts'
import type { Language } from '../../language/stop-words.ts'
import { foldPattern } from '../../language/word-lists.ts'
import requestLists from '#generated/words/requests.json' with { type: 'json' }
import { maxBareWords, objectWords } from './weights.ts'

/** Words by which people request an action. Verbs and openings are parts of regular expressions. */
export interface RequestWords {
  /** Polite words before the verb. */
  polite?: string[]
  /** Verbs that request a change at the beginning of a message. */
  verbs?: string[]
  /** Requests whose verb comes later, such as "Can you open a ticket for me?"; `verbs` above apply if absent here. */
  asked?: { opening: string; verbs?: string[] }
  /** Verbs that are nouns as well: they count as verbs only if a determiner marks their object. */
  nouns?: string[]
  determiners?: string[]
  /** Prepositions that make a preceding verb a noun, as in "Order of steps" or "Teile für die Pumpe". */
  prepositions?: string[]
  /** Words that ask how something is done. */
  questionWords?: string[]
  /** For scripts without spaces: the verb with the words that make it a request. */
  pattern?: string
}

const requests = Object.entries(requestLists) as [Language, RequestWords][]

const requestWords = (
  name: 'polite' | 'nouns' | 'determiners' | 'prepositions' | 'questionWords',
): Set<string> => new Set(requests.flatMap(([, words]) => words[name] ?? []).map(foldPattern))

const [polite, prepositions] = [
  [...requestWords('polite')].join('|'),
  [...requestWords('prepositions')].join('|'),
]
const [nouns, determiners, questionWords] = [
  requestWords('nouns'),
  requestWords('determiners'),
  requestWords('questionWords'),
]

const beginningBy = (verb: string) =>
  new RegExp(
    `^(?:(?:${polite})[ ,!]+)*(${foldPattern(verb)})(?![\\p{L}\\p{N}-])(?!\\s+(?:${prepositions})(?!\\p{L}))`,
    'u',
  )

/** Compiles the pattern of each language that has one by `patternOf`. */
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

/**
 * Returns the languages in which a message requests an action, which this model cannot perform; none for a question.
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
