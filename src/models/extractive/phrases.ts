import type { Language } from '../../language/stop-words.ts'
import { languageData, type Phrases } from './languages.ts'
import { guessLanguage } from '../../language/detection.ts'

/** Sentences that the extractive model says itself, by language. */
export const phrases = Object.fromEntries(
  Object.entries(languageData).map(([language, data]) => [language, data.phrases]),
) as Record<Language, Phrases>

const maxSampleCharacters = 4_000

const isSpoken = (language: string): language is Language => Object.hasOwn(phrases, language)

/**
 * Returns the language of the answer: the requester's locale, or else that of their newest message, or else English.
 */
export const chooseLanguage = (locale: string | null, written: string[]): Language => {
  const own = locale?.toLowerCase().split(/[-_]/)[0] ?? ''
  if (isSpoken(own)) return own
  for (const text of written) {
    const guess = guessLanguage(text.slice(0, maxSampleCharacters))
    if (guess) return guess
  }
  return 'en'
}
