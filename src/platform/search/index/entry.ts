import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** What a thing says of a word: its rows and the passages that have it follow from this. */
export interface Entry {
  /** The stem that all its forms share; of a key or a whole title the joined words behind {@link keyMark}. */
  term: string
  /** As they are in the text, folded; none for a key. */
  forms: string[]
  isTitle: boolean
  isHeading: boolean
  /** How often it is there, as a power of two: an edit of other words does not change it. */
  frequency: number
  /** The numbers of the passages that have it, in their order. */
  passages: number[]
}

/** What the terms of keys and of whole titles begin with: no word does. */
export const keyMark = '='

const encodePassages = (numbers: number[]): string =>
  numbers.map((number, n) => (number - (numbers[n - 1] ?? 0)).toString(36)).join(',')

const decodePassages = (text: string): number[] => {
  let last = 0
  return text === '' ? [] : text.split(',').map((step) => (last += Number.parseInt(step, 36)))
}

const encodeEntry = ({ term, forms, isTitle, isHeading, frequency, passages }: Entry): string => {
  const flags = (Number(isTitle) + 2 * Number(isHeading) + 4 * frequency).toString(36)
  const said = forms.length === 1 && forms[0] === term ? '' : `${forms.join(' ')} `
  return [term, flags, said, encodePassages(passages)].join('\t')
}

const decodeEntry = (line: string): Entry => {
  const [term = '', flags = '', said = '', passages = ''] = line.split('\t')
  const bits = Number.parseInt(flags, 36)
  return {
    term,
    forms: said === '' ? [term] : said.trim().split(' ').filter(Boolean),
    isTitle: (bits & 1) === 1,
    isHeading: (bits & 2) === 2,
    frequency: bits >> 2,
    passages: decodePassages(passages),
  }
}

/** Entries as few bytes, sorted by their terms. */
export const packEntries = (entries: Entry[]): Uint8Array => {
  const lines = entries.map(encodeEntry).sort((a, b) => (a < b ? -1 : 1))
  return deflateRawSync(`\n${lines.join('\n')}`, { level: 9 })
}

export const unpackText = (bytes: Uint8Array): string => inflateRawSync(bytes).toString()

/** All entries of an unpacked text. */
export const entriesIn = (text: string): Entry[] => text.split('\n').filter(Boolean).map(decodeEntry)

/** Those entries of an unpacked text whose lines have `part`, without reading the others. */
export const entriesWith = (text: string, part: string): Entry[] => {
  const entries: Entry[] = []
  for (let at = text.indexOf(part); at >= 0;) {
    const end = text.indexOf('\n', at)
    entries.push(decodeEntry(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end)))
    at = end < 0 ? -1 : text.indexOf(part, end)
  }
  return entries
}

/** Those entries of an unpacked text whose terms begin with `prefix`, without reading the others. */
export const entriesFrom = (text: string, prefix: string): Entry[] => {
  const entries: Entry[] = []
  for (let at = text.indexOf(`\n${prefix}`); at >= 0; at = text.indexOf(`\n${prefix}`, at + 1)) {
    const end = text.indexOf('\n', at + 1)
    entries.push(decodeEntry(text.slice(at + 1, end < 0 ? undefined : end)))
  }
  return entries
}
