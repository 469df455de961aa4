import { fold } from '../../../language/fold.ts'
import type { Passage } from '../../../models/passage.ts'
import { citedNumbers } from '../../../models/citation-prediction.ts'
import type { Origin } from '../../message/origin.ts'
import { refKey } from '../../../platform/resource-ref.ts'
import type { QuotedRange } from '../../message/visible-text.ts'
import { parseMarkdown } from '../../../language/markdown-tree.ts'

/** A resource that the model reads: the numbers by which it is cited, and its texts. */
export interface CitedSource extends Origin {
  numbers: number[]
  texts: string[]
}

/** Groups passages by the resource that they come from; `isLetIn` marks those that the asker approved. */
export const toCitedSources = (
  passages: Passage[],
  isLetIn: (passage: Passage) => boolean,
): CitedSource[] => {
  const things = new Map<string, CitedSource>()
  for (const [index, passage] of passages.entries()) {
    const { type, id, text } = passage
    const known = things.get(refKey(passage)) ?? { type, id, is_let_in: false, numbers: [], texts: [] }
    things.set(refKey(passage), {
      ...known,
      is_let_in: known.is_let_in || isLetIn(passage),
      numbers: [...known.numbers, index + 1],
      texts: [...known.texts, text],
    })
  }
  return [...things.values()]
}

/** Merges two lists of origins; an approval in either list counts. */
export const joinOrigins = (one: Origin[], other: Origin[]): Origin[] => {
  const joined = new Map(one.map((origin) => [refKey(origin), origin]))
  for (const { type, id, is_let_in } of other) {
    const known = joined.get(refKey({ type, id }))
    joined.set(refKey({ type, id }), { type, id, is_let_in: is_let_in || known?.is_let_in === true })
  }
  return [...joined.values()]
}

/** Number of consecutive letters and digits from which a match counts as repetition of a source. */
const repeatedLength = 24

const bare = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

const shingles = (text: string): Set<string> => {
  const letters = bare(text)
  const count = Math.max(0, letters.length - repeatedLength + 1)
  return new Set(Array.from({ length: count }, (_, at) => letters.slice(at, at + repeatedLength)))
}

const repeats = (pieces: Set<string>, text: string): boolean => {
  const letters = bare(text)
  for (let at = 0; at + repeatedLength <= letters.length; at++)
    if (pieces.has(letters.slice(at, at + repeatedLength))) return true
  return false
}

/**
 * Returns the starts of the parts of a text that can be left out separately: its blocks, and the items of its lists.
 */
const partStarts = (text: string): number[] => {
  const blocks = parseMarkdown(text)?.children ?? []
  const parts = blocks.flatMap((block) => (block.type === 'list' ? block.children : [block]))
  // a part ends where the first line of the next part begins
  return parts.map(({ position }) => text.lastIndexOf('\n', (position?.start.offset ?? 0) - 1) + 1)
}

/** Maximum number of parts; a text with more of them is shown whole or not at all. */
const maxRanges = 500

/** Returns the parts of a text that cite or repeat origins, with the indexes of these origins. */
export const findQuoted = (text: string, origins: Origin[], material: CitedSource[]): QuotedRange[] => {
  const places = new Map(origins.map((origin, place) => [refKey(origin), place]))
  const starts = [...new Set([0, ...partStarts(text)])].sort((a, b) => a - b)
  const ranges = starts.flatMap((from, index): QuotedRange[] => {
    const to = starts[index + 1] ?? text.length
    const part = text.slice(from, to)
    const [cited, pieces] = [citedNumbers(part), shingles(part)]
    const used = material.filter(
      ({ numbers, texts }) =>
        numbers.some((number) => cited.has(number)) || texts.some((one) => repeats(pieces, one)),
    )
    const own = used.flatMap((one) => places.get(refKey(one)) ?? [])
    return own.length > 0 ? [[from, to, ...own]] : []
  })
  return ranges.length > maxRanges ? [[0, text.length, ...origins.keys()]] : ranges
}
