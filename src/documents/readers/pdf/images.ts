import { imageToPng, isJpeg, readColors, readNumber, toImage, type PdfImage } from './image.ts'
import { listStreams, type PdfStream } from './streams.ts'

const maxImages = 1_000
/** Of all images that are inflated. */
const maxPointsOfFile = 150_000_000
const maxPaletteStreamBytes = 1_024

/** Whether a stream may hold the colors of an image. */
const isPalette = ({ start, end, dictionary }: PdfStream): boolean =>
  end - start <= maxPaletteStreamBytes && !dictionary.includes('/Type')

/** Writes a number over one of a dictionary, in as many characters. */
const overwrite = (
  file: Uint8Array,
  { dictionary, dictionaryStart }: PdfStream,
  name: string,
  text: string,
) => {
  const found = new RegExp(`/${name}\\s+(?=\\d)`).exec(dictionary)
  if (found) file.set(Buffer.from(text, 'latin1'), dictionaryStart + found.index + found[0].length)
}

const toKey = (width: unknown, height: unknown) => `${Number(width)} ${Number(height)}`

/** What stands for an image where a page shows it: a width below zero and a height, each pair once. */
const listPairs = function* ({ width, height }: PdfImage): Generator<[width: string, height: string]> {
  const [widthDigits, heightDigits] = [String(width).length - 1, String(height).length]
  for (let second = 1; second < 10 ** heightDigits; second++)
    for (let first = 1; first < 10 ** widthDigits; first++)
      yield [`-${String(first).padStart(widthDigits, '0')}`, String(second).padStart(heightDigits, '0')]
}

/**
 * The images of a file. pdf.js would decode them without any bound, so it is told not to; it still says where an image
 * stands, with the size that its dictionary names. So that size is made a number by which the image is found here.
 */
export class PdfImages {
  readonly #file: Buffer
  readonly #palettes = new Map<number, PdfStream>()
  readonly #images: PdfImage[] = []
  readonly #numbers = new Map<string, number>()
  #freePoints = maxPointsOfFile

  /** Numbers the images in `copy`, the same file for pdf.js. */
  constructor(file: Buffer, copy: Uint8Array) {
    this.#file = file
    for (const stream of listStreams(file)) {
      const image = this.#images.length < maxImages ? toImage(stream) : undefined
      if (image) this.#add(image, copy)
      else if (isPalette(stream) && this.#palettes.size < maxImages) this.#palettes.set(stream.object, stream)
    }
  }

  #add(image: PdfImage, copy: Uint8Array) {
    const pair = this.#findPair(image)
    if (!pair) return
    this.#numbers.set(toKey(...pair), this.#images.push(image) - 1)
    overwrite(copy, image, 'Width', pair[0])
    overwrite(copy, image, 'Height', pair[1])
  }

  #findPair(image: PdfImage): [string, string] | undefined {
    for (const pair of listPairs(image)) if (!this.#numbers.has(toKey(...pair))) return pair
    return undefined
  }

  get size(): number {
    return this.#images.length
  }

  /** The number of an image by the size that pdf.js gives, from 0. */
  find(width: unknown, height: unknown): number | undefined {
    return this.#numbers.get(toKey(width, height))
  }

  /** What the file of an image is called. */
  nameOf(number: number): string {
    return `picture-${number + 1}.${this.#images[number]?.filter === 'DCTDecode' ? 'jpg' : 'png'}`
  }

  /** The file of an image; empty where it is of a kind that few programs show, or damaged. */
  load(number: number): Uint8Array {
    const image = this.#images[number]
    if (!image) return new Uint8Array()
    const bytes = this.#bytesOf(image)
    if (image.filter === 'DCTDecode') return isJpeg(bytes) ? new Uint8Array(bytes) : new Uint8Array()
    this.#freePoints -= image.width * image.height
    if (this.#freePoints < 0) return new Uint8Array()
    return imageToPng(image, bytes, (object) => this.#findColors(object)) ?? new Uint8Array()
  }

  #findColors(object: number): Uint8Array | undefined {
    const stream = this.#palettes.get(object)
    return stream && readColors(stream, this.#bytesOf(stream))
  }

  /** The bytes of a stream, without the line end behind them where the dictionary says how many there are. */
  #bytesOf({ dictionary, start, end }: PdfStream): Uint8Array {
    return this.#file.subarray(
      start,
      Math.min(end, start + (readNumber(dictionary, 'Length', 9) ?? Infinity)),
    )
  }
}
