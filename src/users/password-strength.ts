import { ZxcvbnFactory, type OptionsDictionary } from '@zxcvbn-ts/core'
import { adjacencyGraphs as graphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'
import { invalid } from '../platform/runtime/problem.ts'

/** Minimum score of the library for an acceptable password: 10 thousand million guesses (decision 0047). */
const leastScore = 4

/** Maximum number of characters to judge: the time grows at least with the square of the length. */
const maxCharacters = 32

/** Maximum number of interpretations of digits and symbols as letters. */
const maxSubstitutions = 50

/** Languages besides English for which the library has dictionaries. */
const languages: Record<string, () => Promise<{ dictionary: OptionsDictionary }>> = {
  de: () => import('@zxcvbn-ts/language-de'),
  es: () => import('@zxcvbn-ts/language-es-es'),
  fr: () => import('@zxcvbn-ts/language-fr'),
  it: () => import('@zxcvbn-ts/language-it'),
  nl: () => import('@zxcvbn-ts/language-nl-be'),
  pl: () => import('@zxcvbn-ts/language-pl'),
  pt: () => import('@zxcvbn-ts/language-pt-br'),
}

const warnings = {
  ...translations.warnings,
  userInputs: 'The name and the email address of the user are easy to guess.',
}

const loadStrengthMeter = async (language: string) => {
  const own = (await languages[language]?.())?.dictionary ?? {}
  // packages use the same dictionary names
  const named = Object.entries(own).map(([name, words]) => [`${language}-${name}`, words] as const)
  return new ZxcvbnFactory({
    maxLength: maxCharacters,
    l33tMaxSubstitutions: maxSubstitutions,
    translations: { ...translations, warnings },
    graphs,
    dictionary: { ...common, ...english, ...Object.fromEntries(named) },
  })
}

/** Judge of the most recent language only: each takes some 50 MB of memory, and half a second to create. */
let latest: { language: string; judge: ReturnType<typeof loadStrengthMeter> } | undefined

const judgeFor = (locale: string | null) => {
  const { language } = new Intl.Locale(locale ?? 'en')
  if (latest?.language !== language) latest = { language, judge: loadStrengthMeter(language) }
  return latest.judge
}

interface Owner {
  name: string
  /** Often contains the name of the company. */
  email: string | null
  locale: string | null
}

const longWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)

/**
 * Throws 422 for a password that is easy to guess, also from its owner's name and email address and from words of their
 * language.
 */
export const requireStrong = async (password: string, { name, email, locale }: Owner): Promise<void> => {
  const judge = await judgeFor(locale)
  const about = [name, email ?? ''].flatMap((text) => [text, ...longWords(text)])
  const { score, feedback } = judge.check(password.slice(0, maxCharacters), about)
  if (score >= leastScore) return
  const reasons = [feedback.warning, ...feedback.suggestions].filter((reason) => reason)
  const why = reasons.length > 0 ? reasons.join(' ') : translations.suggestions.anotherWord
  throw invalid('password', `must be harder to guess. ${why.replace(/\.$/, '')}`)
}
