import { colorTypes, deflateRows, toPng } from '../png.ts'
import { inflate, type PdfStream } from './streams.ts'

/** An image of a file, according to its dictionary: a JPEG, or deflated pixels. */
export type PdfImage = PdfStream & { width: number; height: number; isJpeg: boolean }

const minPoints = 24
const maxPoints = 16_000_000
const maxPaletteBytes = 768
/** Lowest predictor with PNG row filters. */
const minPngPredictor = 10

const filters = /\/(?:\w+Decode|Fl|DCT|CCF|LZW|RL|A85|AHx)\b/g
const indexed = /\/Indexed\s*\/(?:DeviceRGB|CalRGB)\s+\d+\s*(?:<([0-9a-f\s]*)>|(\d+)\s+\d+\s+R)/i
const imageFilter = /\/Filter\s*\[?\s*\/(DCTDecode|FlateDecode)\s*\]?/

/** Returns a number of a dictionary, unless it is a reference to an object. */
export const readPdfNumber = (dictionary: string, name: string, digits = 6): number | undefined => {
  const found = new RegExp(`/${name}\\s+(\\d{1,${digits}})(?!\\d|\\s+\\d+\\s+R)`).exec(dictionary)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Returns the image of a stream if it can become a file without decoding its pixels. */
export const toImage = (stream: PdfStream): PdfImage | undefined => {
  const { dictionary } = stream
  if (!/\/Subtype\s*\/Image\b/.test(dictionary) || /\/ImageMask\s+true/.test(dictionary)) return undefined
  const [width, height] = [readPdfNumber(dictionary, 'Width'), readPdfNumber(dictionary, 'Height')]
  const filter = imageFilter.exec(dictionary)?.[1]
  if (!width || !height || Math.min(width, height) < minPoints || width * height > maxPoints) return undefined
  if (filter === undefined || dictionary.match(filters)?.length !== 1) return undefined
  return { ...stream, width, height, isJpeg: filter === 'DCTDecode' }
}

/** Returns true for a JPEG in gray or three colors; four colors are meant for printing. */
export const isScreenJpeg = (bytes: Uint8Array): boolean => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return bytes[at + 9] === 1 || bytes[at + 9] === 3
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
  }
  return false
}

/** Returns the palette of an indexed image, or `gray`; undefined if its colors are unknown. */
const findPalette = (dictionary: string, findColors: (object: number) => Uint8Array | undefined) => {
  if (/\/ColorSpace\s*\/(?:DeviceGray|CalGray)|\/ICCBased/.test(dictionary)) return 'gray'
  const [, hex, object] = indexed.exec(dictionary) ?? []
  if (hex !== undefined) return Buffer.from(hex.replace(/\s/g, ''), 'hex')
  return object === undefined ? undefined : findColors(Number(object))
}

export const readColors = ({ dictionary }: PdfStream, bytes: Uint8Array): Uint8Array | undefined => {
  const colors = dictionary.includes('/FlateDecode') ? inflate(bytes, maxPaletteBytes + 3)?.inflated : bytes
  return colors?.subarray(0, Math.min(maxPaletteBytes, colors.length - (colors.length % 3)))
}

/** Converts deflated pixels to a PNG file; returns undefined for unsupported formats. `findColors` reads a palette. */
export const imageToPng = (
  { width, height, dictionary }: PdfImage,
  bytes: Uint8Array,
  findColors: (object: number) => Uint8Array | undefined,
): Uint8Array | undefined => {
  const bitsPerComponent = readPdfNumber(dictionary, 'BitsPerComponent') ?? 8
  const isFiltered = (readPdfNumber(dictionary, 'Predictor') ?? 1) >= minPngPredictor
  const found = inflate(bytes, Math.ceil(height * (width * 4 * (bitsPerComponent / 8) + 2)))
  if (!found) return undefined
  const { inflated: points, consumed } = found
  const rowBytes = Math.floor(points.length / height) - (isFiltered ? 1 : 0)
  const components = Math.floor((rowBytes * 8) / (width * bitsPerComponent))
  const deflated = isFiltered ? bytes.subarray(0, consumed) : deflateRows(points, rowBytes)
  const picture = { width, height, bitsPerComponent, deflated }
  if (components === 3) return toPng({ ...picture, colorType: colorTypes.rgb })
  const palette = components === 1 ? findPalette(dictionary, findColors) : undefined
  if (palette === 'gray') return toPng({ ...picture, colorType: colorTypes.gray })
  return palette && toPng({ ...picture, colorType: colorTypes.palette, palette })
}
