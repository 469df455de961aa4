import type { PhrasingContent } from 'mdast'
import type { Archive } from '../../archive.ts'
import { keysByName } from '../../keys-by-name.ts'
import type { Block, Reading } from '../../markdown/block.ts'
import { readMathML } from '../../markdown/mathml.ts'
import {
  childElements,
  findByPath,
  findElements,
  readAllElements,
  textContent,
  type Element,
  type Replace,
} from '../../xml.ts'
import { cleaner, type LeaveOut } from '../cleaner.ts'
import { readImage } from '../image.ts'

export const contentPart = 'content.xml'

export type OdfStyle = ReturnType<typeof toStyle>

export type OdfReader = (element: Element, document: OdfDocument) => AsyncGenerator<Block>

/** Parsed parts and reading state of a document. */
export type OdfDocument = Pick<Reading, 'images' | 'skip'> & {
  archive: Archive
  /** The current slide; null in a text. */
  page: number | null
  styles: Map<string, OdfStyle>
  /** Notes with a reference but no definition in the output yet. */
  openNotes: Block['node'][]
  /** Drawings of the current paragraph; their text follows the paragraph. */
  drawings: Element[]
  /** Numbers of the last items by level, keyed by the ID and by the style of a list. */
  counts: Map<string, number[]>
  clean: Replace
}

const maxInheritance = 10
const monospaced = /mono|courier|consolas/i
/** Names of styles that LibreOffice creates automatically. */
const automaticStyle = /^(?:P|T)\d+$/

const toStyle = (element: Element) => {
  const text = findByPath(element, 'text-properties')?.attributes ?? {}
  return {
    strong: text['fo:font-weight'] === 'bold',
    emphasis: text['fo:font-style'] === 'italic',
    delete: (text['style:text-line-through-style'] ?? 'none') !== 'none',
    code: monospaced.test(text['style:font-name'] ?? text['fo:font-family'] ?? ''),
    /** True if the words, the sheet or the slide is hidden. */
    hidden:
      text['text:display'] === 'none' ||
      findByPath(element, 'table-properties')?.attributes['table:display'] === 'false' ||
      findByPath(element, 'drawing-page-properties')?.attributes['presentation:visibility'] === 'hidden',
    parent: element.attributes['style:parent-style-name'] ?? '',
    /** Start numbers of the levels of a list; undefined for levels with bullets. */
    starts: childElements(element).map(({ name, attributes }) =>
      name === 'list-level-style-number' ? Number(attributes['text:start-value'] ?? 1) : undefined,
    ),
  }
}

const readOdfStyles = async (archive: Archive): Promise<Map<string, OdfStyle>> => {
  const names = ['style', 'list-style']
  const named = await readAllElements(archive, 'styles.xml', names)
  const automatic = await readAllElements(archive, contentPart, names)
  return new Map(
    [...named, ...automatic].map((element) => [element.attributes['style:name'] ?? '', toStyle(element)]),
  )
}

/** Elements to leave out, by reason. */
export const leftOutElements = keysByName({
  deleted: 'tracked-changes',
  comment: 'annotation',
  control: 'forms binary-data',
  margin: 'page-number',
  // tables of contents and indexes refer to pages, and a course has none
  contents: 'table-of-content alphabetical-index illustration-index table-index object-index',
})

/** Classes of frames that repeat content on each page of notes. */
const marginClasses = new Set(['header', 'footer', 'date-time', 'page-number', 'page'])

/** Creates a function that returns the reason for leaving an element out. */
const reasonFinder =
  (styles: Map<string, OdfStyle>): LeaveOut =>
  ({ name, attributes }, parent) => {
    const style = styles.get(attributes['text:style-name'] ?? '')
    const isHidden = attributes['text:display'] === 'none' || style?.hidden === true
    if (isHidden && (name === 'section' || name === 'span')) return 'hidden'
    // item numbers as last displayed; readers compute them
    if (name === 'number' && parent?.name === 'list-item') return 'control'
    const isMargin = parent?.name === 'notes' && marginClasses.has(attributes['presentation:class'] ?? '')
    return isMargin ? 'margin' : leftOutElements.get(name)
  }

export const openOdf = async (archive: Archive, { images, skip }: Reading): Promise<OdfDocument> => {
  const styles = await readOdfStyles(archive)
  const clean = cleaner(reasonFinder(styles), skip)
  const state = { page: null, openNotes: [], drawings: [], counts: new Map<string, number[]>() }
  return { archive, images, skip, clean, styles, ...state }
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
export const readEmbedded = async (frame: Element, { archive }: OdfDocument) => {
  const object = findByPath(frame, 'object')
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
