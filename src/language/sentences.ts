import de from 'cldr-segments-full/segments/de/suppressions.json' with { type: 'json' }
import en from 'cldr-segments-full/segments/en/suppressions.json' with { type: 'json' }
import es from 'cldr-segments-full/segments/es/suppressions.json' with { type: 'json' }
import fr from 'cldr-segments-full/segments/fr/suppressions.json' with { type: 'json' }
import it from 'cldr-segments-full/segments/it/suppressions.json' with { type: 'json' }
import pt from 'cldr-segments-full/segments/pt/suppressions.json' with { type: 'json' }
import ru from 'cldr-segments-full/segments/ru/suppressions.json' with { type: 'json' }
import abbreviationLists from '#generated/words/abbreviations.json' with { type: 'json' }
import { listItems } from './word-lists.ts'

/** Range of a sentence in a text; `to` is exclusive. */
export interface SentenceRange {
  from: number
  to: number
}

/** Abbreviations of each language from CLDR; in another language they may be words, such as `on.`. */
const abbreviations = new Map<string, Set<string>>(
  Object.entries({ de, en, es, fr, it, pt, ru }).map(([language, { segments }]) => [
    language,
    new Set(segments.segmentations.SentenceBreak.standard.map(({ suppression }) => suppression)),
  ]),
)

/** Abbreviations that CLDR lacks and that are words in no language. */
const furtherAbbreviations = new Set(listItems(abbreviationLists))

/** Languages that write ordinals, and so the days of dates, as a number with a period. */
const ordinalLanguages = new Set(
  'bs cs da de et fi fo hr hu is lb lt lv nb nn no pl sk sl sr tr und'.split(' '),
)

const ordinal = /(?:^|[^\p{L}\p{N}.,])(?:\d{1,2}|[IVXLC]+)\.$/u
const initial = /(?:^|[^\p{L}\p{N}])\p{L}\.$/u

const segmenters = { el: new Intl.Segmenter('el', { granularity: 'sentence' }) }
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const isAbbreviation = (word: string, language: () => string): boolean =>
  abbreviations.values().some((words) => words.has(word)) && abbreviations.get(language())?.has(word) === true

/** Number of characters at the end of a sentence that can decide whether the next one continues it. */
const maxEndCharacters = 24

/** Returns true if the period at the end of this text does not end a sentence, given the next text. */
const isContinued = (end: string, next: string, language: () => string): boolean => {
  const last = end.slice(-maxEndCharacters).trimEnd()
  if (!last.endsWith('.')) return false
  const word = /[\p{L}\p{N}.]+$/u.exec(last)?.[0] ?? ''
  if (initial.test(last) || furtherAbbreviations.has(word.toLowerCase())) return true
  if (isAbbreviation(word, language)) return true
  return ordinal.test(last) && (/^\d/u.test(next) || ordinalLanguages.has(language()))
}

/**
 * Splits a text into sentences. Joins the pieces that `Intl.Segmenter` separates after ordinals ("am 3. Mai"), initials
 * and abbreviations. `language` returns the text's language, `und` if unknown; it is called only if needed.
 */
export const splitSentences = (text: string, language: () => string): SentenceRange[] => {
  const sentences: SentenceRange[] = []
  const { el } = segmenters
  for (const { segment, index } of (/\p{Script=Greek}/u.test(text) ? el : segmenter).segment(text)) {
    const last = sentences.at(-1)
    const to = index + segment.length
    if (last && isContinued(text.slice(last.from, index), segment, language)) last.to = to
    else sentences.push({ from: index, to })
  }
  return sentences
}
