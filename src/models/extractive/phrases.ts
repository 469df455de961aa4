import type { Language } from '../../language/stop-words.ts'
import { guessLanguage } from '../../language/detection.ts'
import de from './phrases/de.json' with { type: 'json' }
import en from './phrases/en.json' with { type: 'json' }
import es from './phrases/es.json' with { type: 'json' }
import fr from './phrases/fr.json' with { type: 'json' }
import it from './phrases/it.json' with { type: 'json' }
import ja from './phrases/ja.json' with { type: 'json' }
import nl from './phrases/nl.json' with { type: 'json' }
import pl from './phrases/pl.json' with { type: 'json' }
import pt from './phrases/pt.json' with { type: 'json' }
import ru from './phrases/ru.json' with { type: 'json' }
import uk from './phrases/uk.json' with { type: 'json' }
import zh from './phrases/zh.json' with { type: 'json' }

/** Sentences that the extractive model says itself. */
export interface Phrases {
  found: string
  /** Introduction of quotations that match only part of the question. */
  closest: string
  nothing: string
  /** Introduction of the names of attached files that cannot be read; `notReadYet` of those not extracted yet. */
  unreadable: string
  notReadYet: string
  /** Reply to a request to do something. */
  lookupOnly: string
  /** Reply to a greeting. */
  hello: string
  thanks: string
  /** Says what this model is and how to connect a generative one; said once in a chat, after its first reply. */
  about: string
}

/** The sentences by language. */
export const phrases: Record<Language, Phrases> = { en, de, fr, es, it, pt, nl, pl, ru, uk, zh, ja }

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
