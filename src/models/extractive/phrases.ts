import type { Language } from '../../language/stop-words.ts'
import { languageData, type Phrases } from './languages.ts'

/** What the extractive model says in its own words, by language. */
export const phrases = Object.fromEntries(
  Object.entries(languageData).map(([language, data]) => [language, data.phrases]),
) as Record<Language, Phrases>
