import { fold } from '../../language/fold.ts'
import { referredTo } from '../../language/follow-up.ts'
import { guessLanguage } from '../../language/detection.ts'
import { findPrefix } from '../../language/separable-verbs.ts'
import { removePointers } from '../../language/pointers.ts'
import type { Language } from '../../language/stop-words.ts'
import { extractTerms, type Term } from '../../language/terms.ts'
import { splitWords } from '../../language/tokens.ts'
import pronounLists from '#generated/words/joinedPronouns.json' with { type: 'json' }
import { matchFolded } from '../../language/word-lists.ts'
import type { Turn } from '../generation-request.ts'
import type { Passage } from '../passage.ts'
import { findIdentifiers, type Identifier } from './identifiers.ts'
import type { AskedTerms } from './term-counts.ts'
import { asksForCode, isExampleWord } from './code-question.ts'
import {
  askedKind,
  countWords,
  definitions,
  lasting,
  measureWords,
  numberWords,
  using,
} from './question-words.ts'
import { maxDefinedTerms } from './weights.ts'

/** A question after analysis. */
export interface Question extends AskedTerms {
  text: string
  /** Names that mean one thing alone. */
  identifiers: Identifier[]
  /**
   * Words with a capital letter within a sentence, in languages that capitalize only names; and parts of hyphenated
   * words.
   */
  names: string[]
  /** Terms of earlier messages that the question refers back to. */
  context: Term[]
  /** Title of the first quotation in the previous answer, if the question refers back to it. */
  subject: string | undefined
  /** True if the question names no topic of its own, as in "What does this page say?". */
  isOpen: boolean
  wantsCode: boolean
  /** True for questions such as "how many", "how long", "how often" and "when". */
  wantsNumber: boolean
  /** True for "how many". */
  wantsCount: boolean
  /** True for "how much". */
  wantsMeasure: boolean
  /** True if the question asks what something is or means. */
  isDefinition: boolean
  /** The noun for the kind of thing that is asked for, as "option" in "Which option …?". */
  kind: string | undefined
}

/** Normalizes a question: folds it and strips punctuation at both ends. */
const normalize = (text: string) =>
  fold(text.replaceAll(/[’‘]/gu, "'"))
    .replaceAll(/^[\s¿¡"„“«]+|(?<![\s?!.…？。"”“»])[\s?!.…？。"”“»]+$/gu, '')
    .replaceAll(/\s+/gu, ' ')

const matches = (text: string, patterns: RegExp[]) => patterns.some((pattern) => text.search(pattern) >= 0)

const without = (text: string, patterns: RegExp[]) =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text)

/** Returns the titles in the citations of an answer of this model. */
const citedTitles = (text: string) =>
  [...text.matchAll(/\[\d+\] \[((?:[^\\\]]|\\.)*)\]\(/gu)].map(([, title = '']) => title.replaceAll('\\', ''))

/** Returns the topic of the conversation before the last question if that question refers back to it. */
const readContext = (turns: Turn[]) => {
  const said = turns.flatMap((turn) => (turn.role === 'user' && turn.from === undefined ? [turn.text] : []))
  const earlier = referredTo(said)
  const answer = turns.findLast((turn) => turn.role === 'assistant')?.text ?? ''
  const subject = earlier.length > 0 ? citedTitles(answer)[0] : undefined
  return { earlier, subject, context: removePointers(extractTerms([...earlier, subject ?? ''].join(' '))) }
}

/** Languages that capitalize all nouns or have no capitals, so that a capital does not mark a name. */
const withoutCapitals = new Set<Language | undefined>(['de', 'zh', 'ja', undefined])

/** Pronouns that French and other languages join to a verb with a hyphen; such a word is no name. */
const joinedPronouns = new RegExp(`-(?:t-)?(?:${matchFolded(pronounLists)})$`, 'u')

/** Returns the parts of hyphenated words, such as `git-sync-server`. */
const findJoined = (text: string): string[] =>
  [...fold(text).matchAll(/(?<!\p{L})\p{L}+(?:-\p{L}+)+/gu)]
    .map(([word]) => word.replace(joinedPronouns, ''))
    .flatMap((word) => (word.includes('-') ? word.split('-') : []))

const findNames = (text: string, language: Language | undefined): string[] => {
  const capitals =
    /(?<=[\p{Ll}\p{N},;]\s|['’])\p{Lu}\p{Ll}[\p{L}\p{N}]*|(?<![\p{L}\p{N}])\p{Ll}+\p{Lu}[\p{L}\p{N}]*/gu
  const named = withoutCapitals.has(language) ? [] : [...text.matchAll(capitals)].map(([name]) => fold(name))
  return [...named, ...findJoined(text)]
}

/** Analyzes the last message of a conversation. */
export const analyzeQuestion = (text: string, turns: Turn[]): Question => {
  const normalized = normalize(text)
  const wantsNumber = matches(normalized, numberWords)
  const bare = without(normalized, numberWords)
  const all = extractTerms(text)
  const own = removePointers(all)
  // language detection needs the small words of the whole message
  const kept = new Set(splitWords(without(bare, definitions)))
  const content = own.filter(
    ({ word }) => kept.has(word) && !isExampleWord(word) && !(wantsNumber && lasting.has(word)),
  )
  const { earlier, context, subject } = readContext(turns)
  const isOpen = own.length === 0 && context.length === 0
  const matter = content.filter(({ word }) => !using.has(word))
  const terms =
    matter.length > 1 ? matter : content.length > 0 ? content : own.length > 0 ? own : isOpen ? all : context
  const language = [text, ...earlier.toReversed()].map(guessLanguage).find(Boolean)
  return {
    text,
    language,
    names: findNames(text, language),
    terms,
    prefix: findPrefix(text, language),
    foreign: new Map(),
    context,
    subject,
    isOpen,
    identifiers: findIdentifiers(text),
    wantsCode: asksForCode(text) && !wantsNumber,
    wantsNumber,
    wantsCount: matches(normalized, countWords),
    wantsMeasure: matches(normalized, measureWords),
    kind: askedKind.exec(normalized)?.[1],
    isDefinition: matches(normalized, definitions) && content.length <= maxDefinedTerms,
  }
}

/** Adds translations of the terms into these languages, as far as there are dictionaries. */
const withNames = async (asked: Question, languages: (Language | undefined)[]): Promise<Question> => {
  const from = asked.language
  if (from === undefined || languages.length === 0) return asked
  const [{ translate }, { translatedLanguages, compoundSplitter }] = await Promise.all([
    import('../../language/translation.ts'),
    import('../../language/lexicon.ts'),
  ])
  if (!translatedLanguages.includes(from)) return asked
  const wanted = translatedLanguages.filter((language) => languages.includes(language))
  const named = Array.from(
    translate(asked.text, asked.terms, from, wanted),
    ([to, ways]) => [to, { ways, split: compoundSplitter(to) }] as const,
  )
  return { ...asked, foreign: new Map([...asked.foreign, ...named]) }
}

/** Adds translations of the terms into the other languages of these passages. */
export const withTranslation = (asked: Question, passages: Passage[]): Promise<Question> => {
  const spoken = new Set(passages.map(({ text }) => guessLanguage(text)))
  return withNames(asked, [...spoken.difference(new Set([asked.language]))])
}

/** Adds synonyms of the terms in the question's own language. */
export const withSynonyms = (asked: Question): Promise<Question> => withNames(asked, [asked.language])
