import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Occurrence of a word in a resource, from which the word's rows and the passages that have it are derived. */
export interface Entry {
  /** Stem shared by all forms; for a key or a whole title, the joined words after {@link keyMark}. */
  term: string
  /** Forms in the text, folded; none for a key. */
  forms: string[]
  isTitle: boolean
  isHeading: boolean
  /** Frequency as a power of two: an edit of other words does not change it. */
  frequency: number
  /** Numbers of the passages that contain the word, in their order. */
  passages: number[]
}

/** Prefix of the terms of keys and of whole titles; no word begins with it. */
export const keyMark = '='

const encodePassageNumbers = (numbers: number[]): string =>
  numbers.map((number, n) => (number - (numbers[n - 1] ?? 0)).toString(36)).join(',')

const decodePassageNumbers = (text: string): number[] => {
  let last = 0
  return text === '' ? [] : text.split(',').map((step) => (last += Number.parseInt(step, 36)))
}

const encodeEntry = ({ term, forms, isTitle, isHeading, frequency, passages }: Entry): string => {
  const flags = (Number(isTitle) + 2 * Number(isHeading) + 4 * frequency).toString(36)
  const otherForms = forms.length === 1 && forms[0] === term ? '' : `${forms.join(' ')} `
  return [term, flags, otherForms, encodePassageNumbers(passages)].join('\t')
}

const decodeEntry = (line: string): Entry => {
  const [term = '', flags = '', otherForms = '', passages = ''] = line.split('\t')
  const bits = Number.parseInt(flags, 36)
  return {
    term,
    forms: otherForms === '' ? [term] : otherForms.trim().split(' ').filter(Boolean),
    isTitle: (bits & 1) === 1,
    isHeading: (bits & 2) === 2,
    frequency: bits >> 2,
    passages: decodePassageNumbers(passages),
  }
}

/** Compresses entries, sorted by their terms. */
export const packEntries = (entries: Entry[]): Uint8Array => {
  const lines = entries.map(encodeEntry).sort((a, b) => (a < b ? -1 : 1))
  return deflateRawSync(`\n${lines.join('\n')}`, { level: 9 })
}

export const unpackText = (bytes: Uint8Array): string => inflateRawSync(bytes).toString()

export const entriesIn = (text: string): Entry[] => text.split('\n').filter(Boolean).map(decodeEntry)

/** Returns the entries of an unpacked text whose lines contain `part`, without reading the others. */
export const entriesWith = (text: string, part: string): Entry[] => {
  const entries: Entry[] = []
  for (let at = text.indexOf(part); at >= 0;) {
    const end = text.indexOf('\n', at)
    entries.push(decodeEntry(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end)))
    at = end < 0 ? -1 : text.indexOf(part, end)
  }
  return entries
}

/** Returns the entries of an unpacked text whose terms begin with `prefix`, without reading the others. */
export const entriesFrom = (text: string, prefix: string): Entry[] => {
  const entries: Entry[] = []
  for (let at = text.indexOf(`\n${prefix}`); at >= 0; at = text.indexOf(`\n${prefix}`, at + 1)) {
    const end = text.indexOf('\n', at + 1)
    entries.push(decodeEntry(text.slice(at + 1, end < 0 ? undefined : end)))
  }
  return entries
}
