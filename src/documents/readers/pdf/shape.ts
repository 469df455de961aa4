import { tooLarge, tooMany } from '../../unreadable-file.ts'

/** Maximum number of characters in a font (ISO 32000-2, 9.7.4.3); pdf.js expands ranges to arrays of characters. */
const maxCharacters = 65_536
/** Maximum length of a name or number, because pdf.js builds it character by character, with 66 bytes for each. */
const maxTokenBytes = 2 ** 20

const widths = /\/W(2?)\s*(?:\[|(\d{1,10})\s+\d+\s+R)/g
const array = /(?<!\d)(\d{1,10})\s{1,9}\d{1,9}\s{1,9}obj\s{0,9}\[/g
const token = /\d+\s+\d+\s+R\b|[[\]]|[^\s[\]]+/g
const limits = /\/(?:First|Last)Char\s+(\d+)/g
const range = /begin(?:bf|cid|notdef)range([\s\S]*?)(?:end|$)/g
const mapped = /<([\da-f]+)>\s*<([\da-f]+)>\s*(?:<[\da-f]*>|\[[^\]]*\]|\d+)?/gi

const isPdfDelimiter = (byte: number) => byte <= 0x20 || '()<>[]{}/%'.includes(String.fromCharCode(byte))
const delimiters = Uint8Array.from({ length: 256 }, (_, byte) => Number(isPdfDelimiter(byte)))

export const requireShortTokens = (bytes: Uint8Array) => {
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    if (delimiters[bytes[at] as number]) start = at
    else if (at - start > maxTokenBytes) throw tooLarge()
  }
}

const requireFew = (characters: number) => {
  if (characters > maxCharacters) throw tooMany('characters in a font')
}

/**
 * Throws if an array of widths, which begins at `start`, lists too many characters. Its entries are `c [w w]` or `from
 * to w`; in vertical fonts each w is three numbers.
 */
const requireFewWidths = (text: string, start: number, numbers: number) => {
  let [characters, depth, place] = [0, 0, 0]
  let from = 0
  for (const [part] of text.slice(start).matchAll(token)) {
    if (part === ']' && depth === 0) return
    if (part === '[' || part === ']') {
      depth += part === '[' ? 1 : -1
      place = 0
    } else if (depth > 0) characters += 1 / numbers
    else {
      if (place === 0) from = Number(part)
      if (place === 1) characters += Math.max(0, Number(part) - from)
      place = place > numbers ? 0 : place + 1
    }
    requireFew(characters)
  }
}

/** Throws `UnreadableFile` if the objects of a PDF declare larger sizes than any real document. */
export const requireSmallObjects = (objects: Buffer[]) => {
  for (const bytes of objects) requireShortTokens(bytes)
  const texts = objects.map((bytes) => bytes.toString('latin1'))
  const numberByText = new Map<string, number>()
  for (const text of texts) {
    for (const { 0: whole, 1: vertical, 2: object, index } of text.matchAll(widths)) {
      const numbers = vertical ? 3 : 1
      if (object !== undefined) numberByText.set(object, numbers)
      else requireFewWidths(text, index + whole.length, numbers)
    }
    for (const [, limit] of text.matchAll(limits)) requireFew(Number(limit))
  }
  if (numberByText.size === 0) return
  for (const text of texts)
    for (const { 0: whole, 1: object = '', index } of text.matchAll(array)) {
      const numbers = numberByText.get(object)
      if (numbers !== undefined) requireFewWidths(text, index + whole.length, numbers)
    }
}

export const requireFewMapped = (bytes: Buffer) => {
  if (!bytes.includes('begincmap')) return
  let characters = 0
  for (const [, ranges = ''] of bytes.toString('latin1').matchAll(range))
    for (const [, from = '', to = ''] of ranges.matchAll(mapped))
      characters += Math.max(0, Number.parseInt(to, 16) - Number.parseInt(from, 16)) + 1
  requireFew(characters)
}
