import type { PhrasingContent } from 'mdast'
import type { Archive } from '../../archive.ts'
import type { Block, Reading, Skip } from '../../markdown/block.ts'
import { readMathML } from '../../markdown/mathml.ts'
import type { Images } from '../../images.ts'
import {
  childElements,
  findByPath,
  findElements,
  readAllElements,
  textContent,
  type Element,
  type Replace,
} from '../../xml.ts'
import { cleaner } from '../cleaner.ts'
import { readImage } from '../image.ts'
import { findOdfReason } from './left-out.ts'

export const contentPart = 'content.xml'

export type OdfStyle = {
  strong: boolean
  emphasis: boolean
  delete: boolean
  code: boolean
  /** True if the words, the sheet or the slide is hidden. */
  hidden: boolean
  parent: string
  /** Start numbers of the levels of a list; undefined for levels with bullets. */
  starts: (number | undefined)[]
}

/** Parsed parts and reading state of a document. */
export type OdfDocument = {
  archive: Archive
  images: Images
  styles: Map<string, OdfStyle>
  /** Notes with a reference but no definition in the output yet. */
  openNotes: Block['node'][]
  /** Drawings of the current paragraph; their text follows the paragraph. */
  drawings: Element[]
  /** Numbers of the last items by level, keyed by the ID and by the style of a list. */
  counts: Map<string, number[]>
  skip: Skip
  clean: Replace
}

const maxInheritance = 10
const monospaced = /mono|courier|consolas/i
/** Names of styles that LibreOffice creates automatically. */
const automaticStyle = /^(?:P|T)\d+$/

const toStyle = (element: Element): OdfStyle => {
  const text = findByPath(element, 'text-properties')?.attributes ?? {}
  return {
    strong: text['fo:font-weight'] === 'bold',
    emphasis: text['fo:font-style'] === 'italic',
    delete: (text['style:text-line-through-style'] ?? 'none') !== 'none',
    code: monospaced.test(text['style:font-name'] ?? text['fo:font-family'] ?? ''),
    hidden:
      text['text:display'] === 'none' ||
      findByPath(element, 'table-properties')?.attributes['table:display'] === 'false' ||
      findByPath(element, 'drawing-page-properties')?.attributes['presentation:visibility'] === 'hidden',
    parent: element.attributes['style:parent-style-name'] ?? '',
    starts: childElements(element).map(({ name, attributes }) =>
      name === 'list-level-style-number' ? Number(attributes['text:start-value'] ?? 1) : undefined,
    ),
  }
}

const readStyles = async (archive: Archive): Promise<Map<string, OdfStyle>> => {
  const names = ['style', 'list-style']
  const named = await readAllElements(archive, 'styles.xml', names)
  const automatic = await readAllElements(archive, contentPart, names)
  return new Map(
    [...named, ...automatic].map((element) => [element.attributes['style:name'] ?? '', toStyle(element)]),
  )
}

export const openOdf = async (
  archive: Archive,
  { images, skip }: Pick<Reading, 'images' | 'skip'>,
): Promise<OdfDocument> => {
  const styles = await readStyles(archive)
  const isHidden = (style: string) => styles.get(style)?.hidden === true
  const clean = cleaner((element, parent) => findOdfReason(element, parent, isHidden), skip)
  return { archive, images, skip, clean, styles, openNotes: [], drawings: [], counts: new Map() }
}

/** Returns the name of the style that the author chose, by following automatic styles to their parents. */
export const findNamedStyle = (name: string, { styles }: OdfDocument): string => {
  let found = name
  for (let inherited = 0; inherited < maxInheritance && automaticStyle.test(found); inherited++)
    found = styles.get(found)?.parent ?? ''
  return found.replaceAll('_20_', ' ')
}

const readFrameImage = (frame: Element, document: OdfDocument): Promise<PhrasingContent[]> => {
  const target = childElements(frame, 'image')
    .map(({ attributes }) => attributes['xlink:href']?.replace(/^\.\//, '') ?? '')
    .find((part) => document.archive.has(part))
  const alt = textContent(findByPath(frame, 'desc')) || textContent(findByPath(frame, 'title'))
  return readImage(target, alt, document)
}

/** Returns the root of a frame's embedded document, which is inline or in a separate part. */
export const readEmbedded = async (
  frame: Element,
  { archive }: OdfDocument,
): Promise<Element | undefined> => {
  const [object] = childElements(frame, 'object')
  if (!object) return undefined
  const [inPlace] = findElements(object, 'math', 'chart')
  const part = `${object.attributes['xlink:href']?.replace(/^\.\//, '')}/${contentPart}`
  return inPlace ?? (await readAllElements(archive, part, ['math', 'chart']))[0]
}

/** Reads the formula or the image of a frame, if it has one. */
export const readFrameContent = async (frame: Element, document: OdfDocument): Promise<PhrasingContent[]> => {
  const object = await readEmbedded(frame, document)
  return object?.name === 'math' ? [readMathML(object)] : readFrameImage(frame, document)
}

/** Returns true for elements of drawings (OpenDocument 1.3 part 3, section 10.3), which contain their own text. */
export const isDrawing = ({ prefix }: Element): boolean => prefix === 'draw' || prefix === 'dr3d'

/** Returns the number of columns that a cell occupies by repetition, up to `maxColumns`. */
export const repeatedColumns = ({ attributes }: Element, maxColumns: number): number =>
  Math.min(maxColumns, Number(attributes['table:number-columns-repeated'] ?? 1))
