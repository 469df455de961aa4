import type { Language } from '../../language/stop-words.ts'
import de from './languages/de.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import it from './languages/it.json' with { type: 'json' }
import ja from './languages/ja.json' with { type: 'json' }
import nl from './languages/nl.json' with { type: 'json' }
import pl from './languages/pl.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }
import ru from './languages/ru.json' with { type: 'json' }
import uk from './languages/uk.json' with { type: 'json' }
import zh from './languages/zh.json' with { type: 'json' }

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

/** Folded words by which people request an action. Verbs and openings are parts of regular expressions. */
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

export const languageData: Record<Language, { phrases: Phrases; requests: RequestWords }> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  ru,
  uk,
  zh,
  ja,
}
