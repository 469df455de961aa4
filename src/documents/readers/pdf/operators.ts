import { tooMany } from '../../unreadable-file.ts'
import { countEach } from './layout/statistics.ts'
import { requireFewMapped, requireShortTokens } from './shape.ts'
import { inflate, listStreams, type PdfStream } from './streams.ts'

/** Limits of one stream: a million operators take a reader 3 s, and a million pieces of text take 1 GB. */
const maxOperators = 5_000_000
const maxTexts = 300_000
const maxStreamBytes = 128 * 2 ** 20
/** Maximum number of operators that a stream may draw through forms (decision 0032). */
const maxDrawn = 1_000_000
const maxResourceBytes = 16_384

const notOperators = /\/(?:Image|Length1|ObjStm|XRef)\b/
const filter = /\/(?:FlateDecode|Fl)\b/g
const drawing = /\/([^\s/<>[\](){}%]+)\s+Do\b/g
const named = /\/([^\s/<>[\](){}%]+)\s+(\d{1,10})\s+\d{1,5}\s+R\b/g
const borrowed = /\/(?:Resources|XObject)\s+(\d{1,10})\s+\d{1,5}\s+R\b/g

/** A form with its number of operators, and the number of times it draws each form or image, by name. */
type Form = Pick<PdfStream, 'object' | 'dictionary'> & { operators: number; drawings: Map<string, number> }

const tooManyOperations = () => tooMany('drawing operations')

/** Returns no bytes for a damaged stream, because the reader reports that itself. */
const inflateStream = (file: Buffer, { dictionary, start, end }: PdfStream): Buffer => {
  let bytes = file.subarray(start, end)
  for (const _ of dictionary.matchAll(filter))
    bytes = inflate(bytes, maxStreamBytes, tooManyOperations)?.inflated ?? Buffer.alloc(0)
  return bytes
}

const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
const isSpaceByte = (byte = 0x20) => byte <= 0x20

/** Counts the words of a stream, which are its operators, and the operators that show text, Tj and TJ. */
const countOperators = (bytes: Buffer) => {
  let [operators, texts] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isLetter(byte) && isSpaceByte(bytes[at - 1])) operators += 1
    if (byte === 0x54 && (bytes[at + 1] === 0x6a || bytes[at + 1] === 0x4a)) texts += 1
  }
  return { operators, texts }
}

const countDrawings = (bytes: Buffer): Map<string, number> => {
  const content = bytes.includes('Do') ? bytes.toString('latin1') : ''
  return countEach(content.matchAll(drawing).map(([, name = '']) => name))
}

/** Reads the objects with the resources of a dictionary, except those in compressed streams. */
const readResources = (file: Buffer, dictionary: string): string[] =>
  [...dictionary.matchAll(borrowed)].map(([, object]) => {
    const at = file.indexOf(`\n${object} 0 obj`)
    const text = at < 0 ? '' : file.toString('latin1', at, at + maxResourceBytes)
    return text.slice(0, Math.max(0, text.indexOf('endobj')))
  })

/** Returns the forms that a dictionary names, directly or in the resources it refers to, by name. */
const listForms = (file: Buffer, dictionary: string): Map<string, number> => {
  const resources = readResources(file, dictionary)
  const texts = [dictionary, ...resources, ...resources.flatMap((text) => readResources(file, text))]
  const references = texts.flatMap((text) => [...text.matchAll(named)])
  return new Map(references.map(([, name = '', object]) => [name, Number(object)]))
}

/**
 * Throws `UnreadableFile` if a form draws too much through nested forms, because pdf.js draws each form every time.
 * Names of forms in compressed or encrypted objects are not counted; the time limit of the reader applies to them.
 */
const requireFewDrawn = (file: Buffer, forms: Map<number, Form>) => {
  const drawn = new Map<number, number>()
  const countDrawn = ({ object, dictionary, drawings }: Form): number => {
    const known = drawn.get(object)
    if (known !== undefined) return known
    // a form that draws itself is not drawn again
    drawn.set(object, 0)
    const numbers = drawings.size > 0 ? listForms(file, dictionary) : undefined
    let count = 0
    for (const [name, times] of drawings) {
      const form = forms.get(numbers?.get(name) ?? -1)
      if (form) count += times * (1 + form.operators + countDrawn(form))
    }
    if (count > maxDrawn) throw tooManyOperations()
    drawn.set(object, count)
    return count
  }
  for (const form of forms.values()) countDrawn(form)
}

/**
 * Throws `UnreadableFile` if a PDF has more drawing operators than any real document, in one stream or in total. A long
 * file may have more of them in total: one for each byte.
 */
export const requireFewOperators = (file: Buffer) => {
  let [freeOperators, freeTexts] = [maxOperators + file.length, maxTexts + file.length]
  const forms = new Map<number, Form>()
  for (const stream of listStreams(file)) {
    const { object, dictionary } = stream
    if (notOperators.test(dictionary)) continue
    const bytes = inflateStream(file, stream)
    requireShortTokens(bytes)
    requireFewMapped(bytes)
    const { operators, texts } = countOperators(bytes)
    if (/\/Form\b/.test(dictionary))
      forms.set(object, { object, dictionary, operators, drawings: countDrawings(bytes) })
    freeOperators -= operators
    freeTexts -= texts
    const isAlone = operators > maxOperators || texts > maxTexts
    if (isAlone || freeOperators < 0 || freeTexts < 0) throw tooManyOperations()
  }
  requireFewDrawn(file, forms)
}
