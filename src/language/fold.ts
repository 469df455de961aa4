/** Folds case (Unicode NFKC, lower case), by way of upper case, which maps ß to SS and unifies the two small sigmas. */
export const foldCase = (text: string): string =>
  text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** Folds case and accents (Unicode NFKD without marks, lower case), for sorting, comparing and searching. */
export const fold = (text: string): string => foldCase(text.normalize('NFKD').replace(/\p{M}/gu, ''))

/**
 * Returns a sort key of a name and an ID: folded, and within DynamoDB's 1,024 bytes for a sort key. A separator that
 * sorts before all characters of names precedes the ID, so that Bob comes before Bob B.
 */
export const sortableName = (name: string, id: string): string =>
  `${Array.from(fold(name).trim()).slice(0, 200).join('')}\u0001${id}`

/** Returns a string that sorts like the number: the bits of the double, inverted for negative numbers. */
export const sortableNumber = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const sign = 1n << 63n
  return (bits & sign ? BigInt.asUintN(64, ~bits) : bits | sign).toString(16).padStart(16, '0')
}

/**
 * Characters that change the direction of the following text (Unicode, UAX 9: embeddings, overrides and isolates). They
 * disguise names: `invoice-[U+202E]fdp.exe` is shown as `invoice-exe.pdf`. The marks LRM, RLM and ALM are not included.
 */
export const directionControls = /[\u202A-\u202E\u2066-\u2069]/g

/** Marks of Markdown that change a text when it is rendered. */
const mark = /[\\`*_[\]<&~|]|^ {0,3}(?:#|>|[-+=]|\d{1,9}[.)])|^(?: {4}|\t)/m

/** Returns false if rendering as Markdown would not change this text, as for most short texts. */
export const hasMarkup = (text: string): boolean => mark.test(text)

/** Folds a text into one line. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
