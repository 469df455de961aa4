import { splitChunks, type Chunk } from '../../../language/chunks.ts'
import { detectLanguage, guessLanguage, undetermined } from '../../../language/detection.ts'
import { loadStem } from '../../../language/stemmers.ts'
import { isStopWord } from '../../../language/stop-words.ts'
import {
  formsOfToken,
  hasPrefixes,
  joinWords,
  splitTokens,
  wordsOfToken,
  type WordToken,
} from '../../../language/words.ts'
import type { Document } from './document.ts'
import { keyMark, type Entry } from './entry.ts'

/** Maximum length of a document's indexed text, in UTF-16 code units. */
const maxCharacters = 10 * 1024 * 1024

/**
 * Maximum number of distinct words indexed per document, the first ones: books have fewer, lists of numbers have more.
 */
const maxTerms = 30_000

/** Limits per word of the passages and of the forms that the index stores; the first ones count. */
const maxPassagesOfTerm = 48
const maxFormsOfTerm = 12

/** Maximum length of a key or title that is indexed as a whole: nobody types a longer one in full. */
const maxKeyCharacters = 100

/** The words of a document in the form in which they are indexed. */
export interface Analysis {
  /** BCP 47; `und` if unknown. */
  language: string
  entries: Entry[]
  chunks: Chunk[]
  /** Total number of words. */
  length: number
  /** Stop words that were not indexed. */
  stopWords: Set<string>
}

const escaped = /\\([!-/:-@[-`{-~])|&(?:#x([\da-f]{1,6})|#(\d{1,7})|amp|lt|gt|quot|nbsp);/gi

const maxCodePoint = 0x10ffff

/** Returns the character of a Markdown escape or character reference; a space for characters that separate words. */
const unescape = (_: string, sign?: string, hex?: string, decimal?: string): string => {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  return sign ?? (code > 0 && code <= maxCodePoint ? String.fromCodePoint(code) : ' ')
}

/** Removes link and image targets and tags, which nobody searches for, and decodes escapes to the characters shown. */
const withoutTargets = (text: string): string =>
  text.replaceAll(/\]\([^)\s]{0,2000}\)|<\/?[a-z][^<>]{0,500}>/gi, ' ').replaceAll(escaped, unescape)

const maxSampleCharacters = 20_000

const detectDocumentLanguage = ({ title, text }: Document): string => {
  const sample = `${title}\n${withoutTargets(text.slice(0, maxSampleCharacters))}`
  const language = detectLanguage(sample)
  return language === undetermined ? (guessLanguage(sample) ?? undetermined) : language
}

/** Returns the frequency as a power of two: 1, 2, 4, 8 and more. */
const frequencyBucket = (count: number): number => Math.min(4, Math.floor(Math.log2(Math.max(1, count))))

interface Place {
  isTitle?: boolean
  isHeading?: boolean
  /** Number of the chunk. */
  passage?: number
}

const nowhere = () => ({ isTitle: false, isHeading: false, frequency: 0, passages: [] as number[] })

type Collected = Omit<Entry, 'forms'> & { forms: Set<string>; count: number }

const collectTerms = (stemOf: (word: string) => string) => {
  const found = new Map<string, Collected>()
  const collectTerm = (term: string): Collected | undefined => {
    const known = found.get(term)
    if (known || found.size >= maxTerms) return known
    const entry = { ...nowhere(), term, forms: new Set<string>(), count: 0 }
    found.set(term, entry)
    return entry
  }
  return {
    add: (word: string, at: Place): void => {
      const entry = collectTerm(stemOf(word))
      if (!entry) return
      if (entry.forms.size < maxFormsOfTerm) entry.forms.add(word)
      entry.isTitle ||= at.isTitle === true
      entry.isHeading ||= at.isHeading === true
      if (at.isTitle) return
      entry.count += 1
      if (at.passage === undefined || entry.passages.at(-1) === at.passage) return
      if (entry.passages.length < maxPassagesOfTerm) entry.passages.push(at.passage)
    },
    entries: (): Entry[] =>
      [...found.values()].map(({ forms, count, ...entry }) => ({
        ...entry,
        forms: [...forms],
        frequency: frequencyBucket(count),
      })),
  }
}

/**
 * Yields the texts of a document except its title; a heading shared by consecutive chunks counts once, but a chunk's
 * own heading in each of its chunks.
 */
function* bodiesOf({ keys = [], labels = [] }: Document, chunks: Chunk[]): Generator<[string, Place]> {
  for (const text of [...keys, ...labels]) yield [text, {}]
  let above: string[] = []
  for (const [passage, { headings, text }] of chunks.entries()) {
    const counted = headings.filter(
      (heading, level) => level === headings.length - 1 || heading !== above[level],
    )
    for (const heading of counted) yield [heading, { isHeading: true, passage }]
    above = headings
    yield [withoutTargets(text), { passage }]
  }
}

/** Returns entries for the whole title and the keys, by which a search for the exact name finds the resource. */
const keyEntries = ({ title, keys = [] }: Document): Entry[] => {
  const names = [...new Set([title, ...keys].map(joinWords))]
  return names
    .filter((name) => name !== '' && name.length <= maxKeyCharacters)
    .map((name) => ({ ...nowhere(), term: `${keyMark}${name}`, forms: [], isTitle: true }))
}

/** Returns the words of a document with their positions; passages are numbered like the chunks. */
export const analyze = async (document: Document): Promise<Analysis> => {
  const language = detectDocumentLanguage(document)
  const chunks = splitChunks(document.text.slice(0, maxCharacters))
  const { add, entries } = collectTerms(await loadStem(language))
  const stopWords = new Set<string>()
  const tokens = new Map<string, WordToken>()
  const toForms = hasPrefixes(language) ? formsOfToken : wordsOfToken
  let length = 0

  for (const token of splitTokens(document.title))
    for (const word of toForms(token)) add(word, { isTitle: true })
  for (const [text, place] of bodiesOf(document, chunks)) {
    const bodyTokens = splitTokens(text, tokens)
    length += bodyTokens.length
    for (const word of bodyTokens.flatMap(toForms))
      if (isStopWord(word, language)) stopWords.add(word)
      // single letters, for example of a list, say nothing
      else if (word.length > 1 || !/\p{Script=Latin}/u.test(word)) add(word, place)
  }
  return { language, entries: [...entries(), ...keyEntries(document)], chunks, length, stopWords }
}
