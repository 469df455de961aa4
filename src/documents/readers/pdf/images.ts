import { paragraph, type Block } from '../../markdown/block.ts'
import type { BufferBudget } from '../../buffer-budget.ts'
import type { Images } from '../../images.ts'
import type { Drawing, Matrix } from './drawings.ts'
import { imageToPng, isScreenJpeg, readColors, readPdfNumber, toImage, type PdfImage } from './image.ts'
import type { PdfPage } from './layout/page.ts'
import { listStreams, type PdfStream } from './streams.ts'

/** A picture on a page, by the number of its image; heights are in points from the bottom. */
export type PdfPicture = { page: number; number: number; bottom: number; top: number }

const minWidth = 40
const minHeight = 30
/** Maximum share of a page with text that a picture may cover; a larger one is the background. */
const maxShareOfPage = 0.8
const maxPicturesOfPage = 100
/** A picture on more pages than this, and on more than this share of all pages, is a logo. */
const maxPagesOfPicture = 3
const maxShareOfPages = 0.2
const maxImages = 1_000
/** Maximum number of pixels of all inflated images of a file. */
const maxPointsOfFile = 150_000_000
const maxPaletteStreamBytes = 1_024

/** Returns the box of an image, which is a unit square transformed by a matrix. */
const toBox = ([a, b, c, d, , f]: Matrix) => {
  const [width, height] = [Math.abs(a) + Math.abs(c), Math.abs(b) + Math.abs(d)]
  const bottom = f + Math.min(0, b) + Math.min(0, d)
  return { width, height, bottom, top: bottom + height }
}

export const removeLogos = (pictures: PdfPicture[], pages: number): PdfPicture[] => {
  const pagesByImage = new Map<number, Set<number>>()
  for (const { number, page } of pictures)
    pagesByImage.set(number, (pagesByImage.get(number) ?? new Set()).add(page))
  const most = Math.max(maxPagesOfPicture, pages * maxShareOfPages)
  return pictures.filter(({ number }) => (pagesByImage.get(number)?.size ?? 0) <= most)
}

const isPalette = ({ start, end, dictionary }: PdfStream): boolean =>
  end - start <= maxPaletteStreamBytes && !dictionary.includes('/Type')

const toKey = (width: unknown, height: unknown) => `${Number(width)} ${Number(height)}`

/** Yields unique pairs of a negative width and a height, which identify an image where a page draws it. */
const listFreeSizes = function* ({ width, height }: PdfImage): Generator<[width: string, height: string]> {
  const [widthDigits, heightDigits] = [String(width).length - 1, String(height).length]
  for (let second = 1; second < 10 ** heightDigits; second++)
    for (let first = 1; first < 10 ** widthDigits; first++)
      yield [`-${String(first).padStart(widthDigits, '0')}`, String(second).padStart(heightDigits, '0')]
}

/**
 * Images of a file. pdf.js would decode them without a limit, so its `maxImageSize` is 0. pdf.js still reports the
 * place of each image with the size from its dictionary, so the constructor replaces each size by a unique pair of
 * numbers of the same length.
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
    const pair = listFreeSizes(image).find((free) => !this.#numbers.has(toKey(...free)))
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

  /** Returns the pictures that are neither small nor the background of text, by the sizes that pdf.js reports. */
  findPictures({ pageNumber, view }: PdfPage, drawings: Drawing[], hasText: boolean): PdfPicture[] {
    const [left = 0, low = 0, right = 0, high = 0] = view
    const maxArea = hasText ? (right - left) * (high - low) * maxShareOfPage : Infinity
    const pictures = drawings.flatMap(({ kind, matrix, args }) => {
      const number = kind === 'image' ? this.#numbers.get(toKey(args[1], args[2])) : undefined
      const { width, height, bottom, top } = toBox(matrix)
      const isPicture = width >= minWidth && height >= minHeight && width * height <= maxArea
      return number !== undefined && isPicture ? [{ page: pageNumber, number, bottom, top }] : []
    })
    return pictures.slice(0, maxPicturesOfPage).toSorted((a, b) => b.top - a.top)
  }

  /** Returns the block of a picture, or undefined if the document cannot hold another image. */
  async toBlock(
    { number, page }: PdfPicture,
    { images, buffers }: { images: Images; buffers: BufferBudget },
  ): Promise<Block | undefined> {
    const name = `picture-${number + 1}.${this.#images[number]?.isJpeg ? 'jpg' : 'png'}`
    const url = await images.add(name, () => {
      const bytes = this.#load(number)
      buffers.charge(bytes.length)
      return Promise.resolve(bytes)
    })
    return url === undefined ? undefined : { node: paragraph([{ type: 'image', url, alt: '' }]), page }
  }

  /** Returns the file of an image; empty if the image is damaged or of a kind that few programs show. */
  #load(number: number): Uint8Array {
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
    const length = readPdfNumber(dictionary, 'Length', 9) ?? Infinity
    return this.#file.subarray(start, Math.min(end, start + length))
  }
}
