import { imageToPng, isScreenJpeg, readColors, readNumber, toImage, type PdfImage } from './image.ts'
import { listStreams, type PdfStream } from './streams.ts'

const maxImages = 1_000
/** Maximum number of pixels of all inflated images of a file. */
const maxPointsOfFile = 150_000_000
const maxPaletteStreamBytes = 1_024

/** Returns true if a stream may hold the palette of an image. */
const isPalette = ({ start, end, dictionary }: PdfStream): boolean =>
  end - start <= maxPaletteStreamBytes && !dictionary.includes('/Type')

const toKey = (width: unknown, height: unknown) => `${Number(width)} ${Number(height)}`

/** Yields unique pairs of a negative width and a height, which identify an image where a page draws it. */
const listPairs = function* ({ width, height }: PdfImage): Generator<[width: string, height: string]> {
  const [widthDigits, heightDigits] = [String(width).length - 1, String(height).length]
  for (let second = 1; second < 10 ** heightDigits; second++)
    for (let first = 1; first < 10 ** widthDigits; first++)
      yield [`-${String(first).padStart(widthDigits, '0')}`, String(second).padStart(heightDigits, '0')]
}

/**
 * Images of a file. pdf.js would decode them without a limit, so its `maxImageSize` is 0; it still reports where it
 * would draw an image, with the size from its dictionary: here a unique pair of numbers of the same length.
 */
export class PdfImages {
  readonly #file: Buffer
  readonly #palettes = new Map<number, PdfStream>()
  readonly #images: PdfImage[] = []
  readonly #numbers = new Map<string, number>()
  #freePoints = maxPointsOfFile

  /** Numbers the images, also in `copy`, the bytes of the file for pdf.js. */
  constructor(file: Buffer, copy: Uint8Array) {
    this.#file = file
    for (const stream of listStreams(file)) {
      const image = this.#images.length < maxImages ? toImage(stream) : undefined
      if (image) this.#add(image, copy)
      else if (isPalette(stream) && this.#palettes.size < maxImages) this.#palettes.set(stream.object, stream)
    }
  }

  #add(image: PdfImage, copy: Uint8Array) {
    const pair = listPairs(image).find((free) => !this.#numbers.has(toKey(...free)))
    if (!pair) return
    this.#numbers.set(toKey(...pair), this.#images.push(image) - 1)
    for (const [at, name] of ['Width', 'Height'].entries()) {
      const found = new RegExp(`/${name}\\s+(?=\\d)`).exec(image.dictionary)
      const digits = Buffer.from(pair[at] ?? '')
      if (found) copy.set(digits, image.dictionaryStart + found.index + found[0].length)
    }
  }

  get size(): number {
    return this.#images.length
  }

  /** Returns the number of an image from 0, by the size that pdf.js reports. */
  find(width: unknown, height: unknown): number | undefined {
    return this.#numbers.get(toKey(width, height))
  }

  nameOf(number: number): string {
    return `picture-${number + 1}.${this.#images[number]?.isJpeg ? 'jpg' : 'png'}`
  }

  /** Returns the file of an image; empty if the image is damaged or of a kind that few programs show. */
  load(number: number): Uint8Array {
    const image = this.#images[number]
    if (!image) return new Uint8Array()
    const bytes = this.#bytesOf(image)
    if (image.isJpeg) return isScreenJpeg(bytes) ? new Uint8Array(bytes) : new Uint8Array()
    this.#freePoints -= image.width * image.height
    if (this.#freePoints < 0) return new Uint8Array()
    return imageToPng(image, bytes, (object) => this.#findColors(object)) ?? new Uint8Array()
  }

  #findColors(object: number): Uint8Array | undefined {
    const stream = this.#palettes.get(object)
    return stream && readColors(stream, this.#bytesOf(stream))
  }

  /** Returns the bytes of a stream; without the line end after them if the dictionary states their length. */
  #bytesOf({ dictionary, start, end }: PdfStream): Uint8Array {
    return this.#file.subarray(
      start,
      Math.min(end, start + (readNumber(dictionary, 'Length', 9) ?? Infinity)),
    )
  }
}
