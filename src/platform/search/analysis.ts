import { splitChunks, type Chunk } from '../../language/chunks.ts'
import { detectLanguage, guessLanguage, undetermined } from '../../language/detection.ts'
import { loadStem } from '../../language/stemmers.ts'
import { isStopWord } from '../../language/stop-words.ts'
import { joinWords, splitTokens, wordsOfToken, type Token } from '../../language/words.ts'
import type { Document } from './document.ts'
import { keyMark, type Entry } from './entry.ts'

/** Of a document this much is indexed, in UTF-16 units. */
const maxCharacters = 10 * 1024 * 1024

/**
 * So many different words are indexed of a document, the first ones: books have fewer, lists of numbers have
 * not.
 */
const maxTerms = 30_000

/** Of a word that stands in many passages of a thing, the first so many are remembered. */
const maxPassagesOfTerm = 48
const maxFormsOfTerm = 12

/** A key or title that is longer is none that anybody types whole. */
const maxKeyCharacters = 100

/** The words of a document as they are indexed. */
export interface Analysis {
  /** BCP 47, `und` when it is not known. */
  language: string
  entries: Entry[]
  chunks: Chunk[]
  /** The number of words in all. */
  length: number
  /** The stop words that were left out. */
  stopWords: Set<string>
}

/** Addresses of links and pictures, and tags, say nothing to who searches. */
const withoutTargets = (text: string): string =>
  text.replaceAll(/\]\([^)\s]{0,2000}\)|<\/?[a-z][^<>]{0,500}>/gi, ' ')

const maxSampleCharacters = 20_000

const languageOf = ({ title, text }: Document): string => {
  const sample = `${title}\n${withoutTargets(text.slice(0, maxSampleCharacters))}`
  const language = detectLanguage(sample)
  return language === undetermined ? (guessLanguage(sample) ?? undetermined) : language
}

/** Frequencies are powers of two: 1, 2, 4, 8 and more. */
const bucketOf = (count: number): number => Math.min(4, Math.floor(Math.log2(Math.max(1, count))))

/** The words of a document, each with where it stands; passages are numbered as their chunks are. */
export const analyze = async (document: Document): Promise<Analysis> => {
  const language = languageOf(document)
  const stemOf = await loadStem(language)
  const chunks = splitChunks(document.text.slice(0, maxCharacters))
  const found = new Map<string, Omit<Entry, 'forms'> & { forms: Set<string>; count: number }>()
  const stopWords = new Set<string>()
  const tokens = new Map<string, Token>()
  let length = 0

  const add = (word: string, at: { isTitle?: boolean; isHeading?: boolean; passage?: number }) => {
    const term = stemOf(word)
    let entry = found.get(term)
    if (!entry) {
      if (found.size >= maxTerms) return
      const place = { isTitle: false, isHeading: false, frequency: 0, passages: [] }
      found.set(term, (entry = { term, forms: new Set(), count: 0, ...place }))
    }
    if (entry.forms.size < maxFormsOfTerm) entry.forms.add(word)
    entry.isTitle ||= at.isTitle === true
    entry.isHeading ||= at.isHeading === true
    if (at.isTitle) return
    entry.count += 1
    if (at.passage === undefined || entry.passages.at(-1) === at.passage) return
    if (entry.passages.length < maxPassagesOfTerm) entry.passages.push(at.passage)
  }
  const addBody = (text: string, at: { isHeading?: boolean; passage?: number }) => {
    for (const token of splitTokens(text, tokens)) {
      length += 1
      for (const word of wordsOfToken(token))
        if (isStopWord(word, language)) stopWords.add(word)
        // letters alone, as of a list, say nothing
        else if (word.length > 1 || !/\p{Script=Latin}/u.test(word)) add(word, at)
    }
  }

  for (const token of splitTokens(document.title))
    for (const word of wordsOfToken(token)) add(word, { isTitle: true })
  for (const said of [...(document.keys ?? []), ...(document.labels ?? [])]) addBody(said, {})
  let above: string[] = []
  for (const [passage, { headings, text }] of chunks.entries()) {
    // a heading above others counts once, that of the passage in each of its passages
    for (const [level, heading] of headings.entries())
      if (level === headings.length - 1 || heading !== above[level])
        addBody(heading, { isHeading: true, passage })
    above = headings
    addBody(withoutTargets(text), { passage })
  }

  const names = new Set([document.title, ...(document.keys ?? [])].map(joinWords))
  const keys = [...names].filter((name) => name !== '' && name.length <= maxKeyCharacters)
  const place = { forms: [], isTitle: true, isHeading: false, frequency: 0, passages: [] }
  const entries = [...found.values()].map(({ forms, count, ...entry }) => ({
    ...entry,
    forms: [...forms],
    frequency: bucketOf(count),
  }))
  return {
    language,
    entries: [...entries, ...keys.map((key) => ({ ...place, term: `${keyMark}${key}` }))],
    chunks,
    length,
    stopWords,
  }
}
