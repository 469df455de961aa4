import { ZxcvbnFactory, type OptionsDictionary } from '@zxcvbn-ts/core'
import { adjacencyGraphs as graphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'
import { invalid } from '../platform/runtime/problem.ts'

/** The library's score from which a password is taken: 10 thousand million guesses (decision 0047). */
const leastScore = 4

/** How much of a password is judged: its time grows with the square of the length, or more. */
const maxCharacters = 32

/** How many readings of digits and signs as letters are tried. */
const maxSubstitutions = 50

/** The languages, beside English, that the library has words of. */
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
  userInputs: 'The name and the email address of its owner are easy to guess.',
}

const judgeOf = async (language: string) => {
  const own = (await languages[language]?.())?.dictionary ?? {}
  // packs call theirs alike
  const named = Object.entries(own).map(([name, words]) => [`${language}-${name}`, words] as const)
  return new ZxcvbnFactory({
    maxLength: maxCharacters,
    l33tMaxSubstitutions: maxSubstitutions,
    translations: { ...translations, warnings },
    graphs,
    dictionary: { ...common, ...english, ...Object.fromEntries(named) },
  })
}

/** The judge of the language that was asked for last: each takes some 50 MB, and half a second to make. */
let latest: { language: string; judge: ReturnType<typeof judgeOf> } | undefined

const judgeFor = (locale: string | null) => {
  const { language } = new Intl.Locale(locale ?? 'en')
  if (latest?.language !== language) latest = { language, judge: judgeOf(language) }
  return latest.judge
}

interface Owner {
  name: string
  /** What is in it is also the company's name. */
  email: string | null
  locale: string | null
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)

/** Throws 422 for a password that is guessed easily, by what its owner is called and words of their language too. */
export const requireStrong = async (password: string, { name, email, locale }: Owner): Promise<void> => {
  const judge = await judgeFor(locale)
  const about = [name, email ?? ''].flatMap((text) => [text, ...wordsOf(text)])
  const { score, feedback } = judge.check(password.slice(0, maxCharacters), about)
  if (score >= leastScore) return
  const reasons = [feedback.warning, ...feedback.suggestions].filter((reason) => reason)
  const why = reasons.length > 0 ? reasons.join(' ') : translations.suggestions.anotherWord
  throw invalid('password', `must be harder to guess. ${why.replace(/\.$/, '')}`)
}
