import { tooMany } from '../../unreadable-file.ts'
import type { PdfStream } from './streams.ts'

/** Maximum number of operators that a stream may draw through forms; a million take a reader 3 s (decision 0032). */
const maxDrawn = 1_000_000

const drawing = /\/([^\s/<>[\](){}%]+)\s+Do\b/g
const named = /\/([^\s/<>[\](){}%]+)\s+(\d{1,10})\s+\d{1,5}\s+R\b/g
const borrowed = /\/(?:Resources|XObject)\s+(\d{1,10})\s+\d{1,5}\s+R\b/g
const maxResourceBytes = 16_384

/** A stream with its number of operators, and the number of times it draws each form, by name. */
export type DrawingStream = Pick<PdfStream, 'object' | 'dictionary'> & {
  operators: number
  drawings: Map<string, number>
}

/** Counts how often operators draw each form and image, by name. */
export const countDrawings = (bytes: Uint8Array): Map<string, number> => {
  const drawings = new Map<string, number>()
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!content.includes('Do')) return drawings
  for (const [, name = ''] of content.toString('latin1').matchAll(drawing))
    drawings.set(name, (drawings.get(name) ?? 0) + 1)
  return drawings
}

/**
 * Reads an object, such as resources shared by several forms; returns an empty text if a compressed stream contains it.
 */
const readObject = (file: Buffer, object: string): string => {
  const at = file.indexOf(`\n${object} 0 obj`)
  const text = at < 0 ? '' : file.toString('latin1', at, at + maxResourceBytes)
  return text.slice(0, Math.max(0, text.indexOf('endobj')))
}

/** Returns the forms that a dictionary names, directly or in the resources it refers to, by name. */
const listForms = (file: Buffer, dictionary: string): Map<string, number> => {
  const resources = [...dictionary.matchAll(borrowed)].map(([, object = '']) => readObject(file, object))
  const lists = resources.flatMap((text) =>
    [...text.matchAll(borrowed)].map(([, object = '']) => readObject(file, object)),
  )
  const references = [dictionary, ...resources, ...lists].flatMap((text) => [...text.matchAll(named)])
  return new Map(references.map(([, name = '', object]) => [name, Number(object)]))
}

/**
 * Throws `UnreadableFile` if a stream draws too much through nested forms, because pdf.js draws each form every time.
 * Names of forms in compressed or encrypted objects are not counted; the time limit of the reader applies to them.
 */
export const requireFewDrawn = (file: Buffer, streams: Map<number, DrawingStream>): void => {
  const drawn = new Map<number, number>()
  const countDrawn = ({ object, dictionary, drawings }: DrawingStream): number => {
    const known = drawn.get(object)
    if (known !== undefined) return known
    // a form that draws itself is not drawn again
    drawn.set(object, 0)
    const forms = drawings.size > 0 ? listForms(file, dictionary) : undefined
    let count = 0
    for (const [name, times] of drawings) {
      const form = streams.get(forms?.get(name) ?? -1)
      if (form) count += times * (1 + form.operators + countDrawn(form))
    }
    if (count > maxDrawn) throw tooMany('drawing operations')
    drawn.set(object, count)
    return count
  }
  for (const stream of streams.values()) countDrawn(stream)
}
