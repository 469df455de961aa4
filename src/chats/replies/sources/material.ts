import { fold } from '../../../language/fold.ts'
import type { Passage } from '../../../models/passage.ts'
import { citedIn } from '../../../models/foreseen-citations.ts'
import type { Origin } from '../../message/origin.ts'
import { refKey } from '../../../platform/resource-ref.ts'
import type { QuotedRange } from '../../message/visible-text.ts'
import { parseMarkdown } from '../../../language/markdown-tree.ts'

/** A thing that is before the model: by which numbers it is cited, and what it says. */
export interface Material extends Origin {
  numbers: number[]
  texts: string[]
}

/** The things that passages are from, each once; those that `isLetIn` names are there by the asker's yes. */
export const materialOf = (passages: Passage[], isLetIn: (passage: Passage) => boolean): Material[] => {
  const things = new Map<string, Material>()
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

/** Two lists of things as one; what was there by a yes in either is so in both. */
export const joinOrigins = (one: Origin[], other: Origin[]): Origin[] => {
  const joined = new Map(one.map((origin) => [refKey(origin), origin]))
  for (const { type, id, is_let_in } of other) {
    const known = joined.get(refKey({ type, id }))
    joined.set(refKey({ type, id }), { type, id, is_let_in: is_let_in || known?.is_let_in === true })
  }
  return [...joined.values()]
}

/** Who repeats this many letters and digits in a row has them from there. */
const repeatedLength = 24

const bare = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

const piecesOf = (text: string): Set<string> => {
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

/** Where the parts of a text begin that can be left out by themselves: its blocks, and the items of its lists. */
const partStarts = (text: string): number[] => {
  const blocks = parseMarkdown(text)?.children ?? []
  const parts = blocks.flatMap((block) => (block.type === 'list' ? block.children : [block]))
  // a part ends where the next line begins that is none of its own
  return parts.map(({ position }) => text.lastIndexOf('\n', (position?.start.offset ?? 0) - 1) + 1)
}

/** How many parts are told apart; a text with more of them is shown whole or not at all. */
const maxRanges = 500

/** Which parts of a text cite or repeat which of the origins, by their places there. */
export const findQuoted = (text: string, origins: Origin[], material: Material[]): QuotedRange[] => {
  const places = new Map(origins.map((origin, place) => [refKey(origin), place]))
  const starts = [...new Set([0, ...partStarts(text)])].sort((a, b) => a - b)
  const ranges = starts.flatMap((from, index): QuotedRange[] => {
    const to = starts[index + 1] ?? text.length
    const part = text.slice(from, to)
    const [cited, pieces] = [citedIn(part), piecesOf(part)]
    const used = material.filter(
      ({ numbers, texts }) =>
        numbers.some((number) => cited.has(number)) || texts.some((one) => repeats(pieces, one)),
    )
    const own = used.flatMap((one) => places.get(refKey(one)) ?? [])
    return own.length > 0 ? [[from, to, ...own]] : []
  })
  return ranges.length > maxRanges ? [[0, text.length, ...origins.keys()]] : ranges
}
