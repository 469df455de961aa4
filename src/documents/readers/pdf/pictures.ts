import { paragraph, type Block } from '../../markdown/block.ts'
import type { BufferBudget } from '../../buffer-budget.ts'
import type { Images } from '../../images.ts'
import type { Drawing, Matrix } from './drawings.ts'
import type { PdfImages } from './images.ts'
import type { PdfPage } from './layout/page.ts'

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

/** Returns the box of an image, which is a unit square transformed by a matrix. */
const toBox = ([a, b, c, d, , f]: Matrix) => {
  const [width, height] = [Math.abs(a) + Math.abs(c), Math.abs(b) + Math.abs(d)]
  const bottom = f + Math.min(0, b) + Math.min(0, d)
  return { width, height, bottom, top: bottom + height }
}

/** Returns the pictures of a page: images that are neither small nor the background of text. */
export const findPdfPictures = (
  page: PdfPage,
  drawings: Drawing[],
  images: PdfImages,
  hasText: boolean,
): PdfPicture[] => {
  const [left = 0, low = 0, right = 0, high = 0] = page.view
  const pictures: PdfPicture[] = []
  for (const { kind, matrix, args } of drawings) {
    const number = kind === 'image' ? images.find(args[1], args[2]) : undefined
    const box = toBox(matrix)
    const isSmall = box.width < minWidth || box.height < minHeight
    const isBackground = hasText && box.width * box.height > (right - left) * (high - low) * maxShareOfPage
    if (number === undefined || isSmall || isBackground || pictures.length >= maxPicturesOfPage) continue
    pictures.push({ page: page.pageNumber, number, bottom: box.bottom, top: box.top })
  }
  return pictures.toSorted((a, b) => b.top - a.top)
}

/** Removes pictures that appear on many pages. */
export const removeLogos = (pictures: PdfPicture[], pages: number): PdfPicture[] => {
  const pagesOf = new Map<number, Set<number>>()
  for (const { number, page } of pictures) pagesOf.set(number, (pagesOf.get(number) ?? new Set()).add(page))
  const most = Math.max(maxPagesOfPicture, pages * maxShareOfPages)
  return pictures.filter(({ number }) => (pagesOf.get(number)?.size ?? 0) <= most)
}

/** Returns the block of a picture, or undefined if the document cannot hold another image. */
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
