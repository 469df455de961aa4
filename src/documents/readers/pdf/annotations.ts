import type { Skip } from '../../markdown/block.ts'
import type { Drawing } from './drawings.ts'
import type { PdfLink } from './layout/lines.ts'
import type { PdfPage } from './layout/page.ts'
import type { TurnedPiece } from './layout/pieces.ts'

export type Annotation = {
  id: string
  subtype: string
  annotationFlags: number
  rect: [x: number, bottom: number, end: number, top: number]
  url?: unknown
  dest?: unknown
  contentsObj?: { str: string }
  /** Lines of text in its appearance. */
  textContent?: string[]
  fieldType?: 'Tx' | 'Btn' | 'Ch' | 'Sig'
  fieldValue?: unknown
  password?: boolean
  pushButton?: boolean
  exportValue?: unknown
  buttonValue?: unknown
  options?: { exportValue: string; displayValue: string }[]
}

const maxAnnotations = 2_000
const hiddenFlags = 0b10_0010
/** Usual size of text in a field, in points; the next three values are shares of the text size. */
const usualSize = 10
const maxShift = 0.8
const middleHeight = 0.3
const characterWidth = 0.5
/** Minimum gap between two glyphs that is a space, in thousandths of the text size. */
const minSpace = 200

export const readAnnotations = async (page: PdfPage): Promise<Annotation[]> => {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[]
  return annotations.filter(({ rect }) => Array.isArray(rect)).slice(0, maxAnnotations)
}

export const toLinks = ({ subtype, rect: [x, bottom, end, top], url, dest }: Annotation): PdfLink[] => {
  const own = typeof url === 'string' ? url : null
  return subtype === 'Link' && (own ?? dest ?? null) !== null ? [{ url: own, x, end, bottom, top }] : []
}

/** Returns true for an annotation, such as a stamp, whose text is only in its drawing. */
export const isPainted = ({ subtype, fieldType, pushButton }: Annotation): boolean =>
  subtype === 'Widget'
    ? fieldType === 'Sig' || pushButton === true
    : !['Link', 'Popup', 'Text', 'FreeText'].includes(subtype)

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')

/** Returns the text of glyphs; the numbers between them shift the next glyph. */
const textOfGlyphs = (glyphs: unknown): string =>
  (Array.isArray(glyphs) ? (glyphs as ({ unicode?: string } | number)[]) : [])
    .map((glyph) => {
      if (typeof glyph !== 'number') return glyph.unicode ?? ''
      return glyph < -minSpace ? ' ' : ''
    })
    .join('')

const textOfField = ({ fieldType, fieldValue, password, options = [], ...field }: Annotation): string => {
  if (password) return ''
  if (fieldType === 'Btn') {
    const own = field.exportValue ?? field.buttonValue ?? 'Off'
    return own !== 'Off' && fieldValue === own ? '☒' : ''
  }
  const values = [fieldValue].flat().filter((value) => typeof value === 'string')
  if (fieldType === 'Ch')
    return values
      .map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
      .join(', ')
  const [value, shown] = [values.join(' '), field.textContent?.join(' ') ?? '']
  return shown.trim() === '' || withoutSpaces(shown) === withoutSpaces(value) ? value : shown
}

const annotationText = (annotation: Annotation, drawings: Drawing[]): string => {
  const { id, subtype, textContent, contentsObj } = annotation
  if (isPainted(annotation))
    return drawings
      .filter((drawing) => drawing.annotation === id && drawing.kind === 'text')
      .map(({ args }) => textOfGlyphs(args[0]))
      .join(' ')
  if (subtype === 'Widget') return textOfField(annotation)
  return subtype === 'FreeText' ? (textContent?.join(' ') ?? contentsObj?.str ?? '') : ''
}

/** Inserts a text after its left neighbor, or else before its right neighbor or the next line. */
const placeAnnotation = (pieces: TurnedPiece[], text: string, [x, bottom, end, top]: Annotation['rect']) => {
  const height = top - bottom
  const middle = height > usualSize * 2.5 ? top - usualSize : (bottom + top) / 2
  const level = pieces
    .filter(({ y, size }) => Math.abs(y + size * middleHeight - middle) < size * maxShift)
    .toSorted((one, other) => one.x - other.x)
  const left = level.findLast((piece) => piece.x <= x)
  const beside = left ?? level[0]
  const below = pieces.findIndex(({ y }) => y < bottom)
  const behind = below < 0 ? pieces.length : below
  const at = beside ? pieces.indexOf(beside) + (left ? 1 : 0) : behind
  const size = beside?.size ?? Math.min(usualSize, pieces[at - 1]?.size ?? usualSize)
  const width = Math.min(end - x, text.length * size * characterWidth)
  const y = beside?.y ?? middle - size * middleHeight
  pieces.splice(at, 0, { text, x, y, width, size, bold: false, mono: false, turn: 0 })
}

export const placeAnnotations = (
  pieces: TurnedPiece[],
  annotations: Annotation[],
  drawings: Drawing[],
  skip: Skip,
) => {
  for (const annotation of annotations.toSorted((a, b) => b.rect[3] - a.rect[3] || a.rect[0] - b.rect[0])) {
    const { subtype, annotationFlags, contentsObj, pushButton, rect } = annotation
    const text = annotationText(annotation, drawings).replace(/\s+/g, ' ').trim()
    const isHidden = (annotationFlags & hiddenFlags) !== 0
    if (subtype !== 'FreeText') skip('comment', contentsObj?.str ?? '')
    if (pushButton || isHidden) skip(pushButton ? 'control' : 'hidden', text)
    else if (text) placeAnnotation(pieces, text, rect)
  }
}
