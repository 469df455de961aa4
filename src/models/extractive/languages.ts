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

/** What the extractive model says in its own words. */
export interface Phrases {
  found: string
  /** Only part of the question is met. */
  closest: string
  nothing: string
  /** Before the names of files at the question that cannot be read, or not yet. */
  unreadable: string
  notReadYet: string
  /** It is asked to do something. */
  lookupOnly: string
  /** The answer to a greeting. */
  hello: string
  thanks: string
  /** What it is, and how a model that writes is connected: said once in a chat, behind its first reply. */
  about: string
}

/** How people ask for something to be done, in folded words. Verbs and openings are parts of regular expressions. */
export interface RequestWords {
  /** What goes before the verb when somebody asks politely. */
  polite?: string[]
  /** Verbs by which somebody wants something changed, at the beginning of a message. */
  verbs?: string[]
  /** Requests whose verb comes later, such as "Can you open a ticket for me?"; without verbs, those above. */
  asked?: { opening: string; verbs?: string[] }
  /** Verbs that are nouns as well: what they are done to has to be named as such, by one of the determiners. */
  nouns?: string[]
  determiners?: string[]
  /** Behind the verb they make it a noun, as in "Order of steps" or "Teile für die Pumpe". */
  prepositions?: string[]
  /** With one of them somebody asks how something is done. */
  questionWords?: string[]
  /** In scripts without spaces: the verb with what makes it a request. */
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
