import { getResolvedPDFJS } from 'unpdf'
import { paragraph, type Block } from '../../markdown/block.ts'
import type { BufferBudget } from '../../process/buffer-budget.ts'
import type { Images } from '../../images.ts'
import type { PdfImages } from './images.ts'
import type { PdfPage } from './layout/page.ts'
import { thresholds } from './thresholds.ts'

/** A picture on a page, by the number of its image; lengths are in points, from below. */
export type PdfPicture = { page: number; number: number; bottom: number; top: number }

type Matrix = [number, number, number, number, number, number]

const identity: Matrix = [1, 0, 0, 1, 0, 0]
const {
  minWidth,
  minHeight,
  maxShareOfPage,
  maxPicturesOfPage,
  maxNesting,
  maxPagesOfPicture,
  maxShareOfPages,
} = thresholds.pictures

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

const isMatrix = (value: unknown): value is Matrix =>
  Array.isArray(value) && value.length === 6 && value.every((number) => typeof number === 'number')

/** The square of one by one point that an image is drawn in, where a matrix puts it. */
const toBox = ([a, b, c, d, e, f]: Matrix) => {
  const [x, y] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ]
  const [left, right, bottom, top] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)]
  return { width: right - left, height: top - bottom, bottom, top }
}

type Operators = { fnArray: number[]; argsArray: unknown[] }

/** Where operators draw images, with the size that their dictionaries name. */
function* listDrawn({ fnArray, argsArray }: Operators, ops: Record<string, number>) {
  const saved: Matrix[] = []
  let matrix = identity
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown[] = Array.isArray(argsArray[at]) ? argsArray[at] : []
    if (operator === ops['save'] || operator === ops['paintFormXObjectBegin']) {
      if (saved.length < maxNesting) saved.push(matrix)
      if (isMatrix(args[0])) matrix = multiply(matrix, args[0])
    } else if (operator === ops['restore'] || operator === ops['paintFormXObjectEnd'])
      matrix = saved.pop() ?? identity
    else if (operator === ops['transform'] && isMatrix(args)) matrix = multiply(matrix, args)
    else if (operator === ops['paintImageXObject']) yield { matrix, width: args[1], height: args[2] }
  }
}

/** The pictures of a page: images that are neither small nor behind its text. */
export const readPictures = async (
  page: PdfPage,
  images: PdfImages,
  hasText: boolean,
): Promise<PdfPicture[]> => {
  if (images.size === 0) return []
  const { OPS } = (await getResolvedPDFJS()) as { OPS: Record<string, number> }
  const operators = (await page.getOperatorList().catch(() => undefined)) as Operators | undefined
  const [left = 0, low = 0, right = 0, high = 0] = page.view
  const pictures: PdfPicture[] = []
  for (const { matrix, width, height } of operators ? listDrawn(operators, OPS) : []) {
    const number = images.find(width, height)
    const box = toBox(matrix)
    const isSmall = box.width < minWidth || box.height < minHeight
    const isBackground = hasText && box.width * box.height > (right - left) * (high - low) * maxShareOfPage
    if (number === undefined || isSmall || isBackground || pictures.length >= maxPicturesOfPage) continue
    pictures.push({ page: page.pageNumber, number, bottom: box.bottom, top: box.top })
  }
  return pictures.toSorted((a, b) => b.top - a.top)
}

/** Pictures without those that stand on many of this many pages. */
export const removeLogos = (pictures: PdfPicture[], pages: number): PdfPicture[] => {
  const pagesOf = new Map<number, Set<number>>()
  for (const { number, page } of pictures) pagesOf.set(number, (pagesOf.get(number) ?? new Set()).add(page))
  const most = Math.max(maxPagesOfPicture, pages * maxShareOfPages)
  return pictures.filter(({ number }) => (pagesOf.get(number)?.size ?? 0) <= most)
}

/** The picture as a block; undefined where it cannot be kept among the images of the document. */
export const toPictureBlock = async (
  { number, page }: PdfPicture,
  pictures: PdfImages,
  { images, buffers }: { images: Images; buffers: BufferBudget },
): Promise<Block | undefined> => {
  const url = await images.add(pictures.nameOf(number), () => {
    const bytes = pictures.load(number)
    buffers.charge(bytes.length)
    return Promise.resolve(bytes)
  })
  return url === undefined ? undefined : { node: paragraph([{ type: 'image', url, alt: '' }]), page }
}
