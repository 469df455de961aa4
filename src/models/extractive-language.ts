import { detect } from 'tinyld'
import { tonguesOf, type Tongue } from '../language/stop-words.ts'
import { fold } from '../language/fold.ts'
import { phrases } from './extractive-phrases.ts'

const isTongue = (language: string): language is Tongue => Object.hasOwn(phrases, language)

const byScript: [RegExp, Tongue][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/[іїєґ]/iu, 'uk'],
]

/** Below so many words a guess by groups of letters is worth nothing. */
const fewestWords = 6

/**
 * The language of a short text: by its script, by its small words, by groups of letters; undefined for none
 * of ours.
 */
export const languageOf = (text: string): Tongue | undefined => {
  const scripted = byScript.find(([script]) => script.test(text))
  if (scripted) return scripted[1]
  const words = fold(text).match(/[\p{L}\p{M}]+/gu) ?? []
  const tongues = tonguesOf(words)
  if (tongues.length === 1) return tongues[0]
  if (words.length < fewestWords) return tongues[0] ?? (/\p{Script=Cyrillic}/u.test(text) ? 'ru' : undefined)
  const guess = detect(text, { only: tongues.length > 0 ? tongues : Object.keys(phrases) })
  return isTongue(guess) ? guess : tongues[0]
}

/** The language to answer in: the asker's own, else that of what they wrote, newest first; else English. */
export const answerLanguage = (locale: string | null, written: string[]): Tongue => {
  const own = locale?.toLowerCase().split(/[-_]/)[0] ?? ''
  if (isTongue(own)) return own
  for (const text of written) {
    const found = languageOf(text.slice(0, 4_000))
    if (found) return found
  }
  return 'en'
}
