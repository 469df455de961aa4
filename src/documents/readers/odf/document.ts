import type { PhrasingContent } from 'mdast'
import type { Archive } from '../../archive.ts'
import type { Block, Reading, Skip } from '../../markdown/block.ts'
import { readMathML } from '../../markdown/formula.ts'
import type { Images } from '../../images.ts'
import { childElements, findByPath, readAllElements, textContent, type Element } from '../../xml.ts'

export const contentPart = 'content.xml'

export type OdfStyle = {
  strong: boolean
  emphasis: boolean
  delete: boolean
  code: boolean
  parent: string
  /** Of a list: whether its levels are numbered. */
  orderedLevels: boolean[]
}

/** A document that is being read. */
export type OdfDocument = {
  archive: Archive
  images: Images
  styles: Map<string, OdfStyle>
  /** The notes that were referred to and are not yet written. */
  openNotes: Block['node'][]
  skip: Skip
}

const maxInheritance = 10
const monospaced = /mono|courier|consolas/i
/** The names that LibreOffice gives to styles that it makes itself. */
const automaticStyle = /^(?:P|T)\d+$/

const toStyle = (element: Element): OdfStyle => {
  const text = findByPath(element, 'text-properties')?.attributes ?? {}
  return {
    strong: text['fo:font-weight'] === 'bold',
    emphasis: text['fo:font-style'] === 'italic',
    delete: (text['style:text-line-through-style'] ?? 'none') !== 'none',
    code: monospaced.test(text['style:font-name'] ?? text['fo:font-family'] ?? ''),
    parent: element.attributes['style:parent-style-name'] ?? '',
    orderedLevels: childElements(element).map(({ name }) => name === 'list-level-style-number'),
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
): Promise<OdfDocument> => ({
  archive,
  images,
  skip,
  styles: await readStyles(archive),
  openNotes: [],
})

/** The name of the style that somebody chose, above those that were made for a paragraph. */
export const findNamedStyle = (name: string, { styles }: OdfDocument): string => {
  let found = name
  for (let inherited = 0; inherited < maxInheritance && automaticStyle.test(found); inherited++)
    found = styles.get(found)?.parent ?? ''
  return found.replaceAll('_20_', ' ')
}

/** The names of the styles of content.xml that have a property with this value. */
export const findStylesWith = async (
  { archive }: OdfDocument,
  properties: string,
  attribute: string,
  value: string,
): Promise<Set<string>> => {
  const elements = await readAllElements(archive, contentPart, ['style'])
  return new Set(
    elements
      .filter((element) => findByPath(element, properties)?.attributes[attribute] === value)
      .map(({ attributes }) => attributes['style:name'] ?? ''),
  )
}

/** The image of a frame, if it is in the archive. */
export const readImage = async (
  frame: Element,
  { archive, images }: OdfDocument,
): Promise<PhrasingContent[]> => {
  const target = childElements(frame, 'image')
    .map(({ attributes }) => attributes['xlink:href']?.replace(/^\.\//, '') ?? '')
    .find((part) => archive.has(part))
  const url = target ? await images.add(target, () => archive.readBytes(target)) : undefined
  const alt = textContent(findByPath(frame, 'desc')) || textContent(findByPath(frame, 'title'))
  return url ? [{ type: 'image', url, alt: alt.replace(/\s+/g, ' ').trim() }] : []
}

/** The formula that a frame holds, in a part of its own or in place. */
export const readFormula = async (frame: Element, { archive }: OdfDocument): Promise<PhrasingContent[]> => {
  const [object] = childElements(frame, 'object')
  if (!object) return []
  const [inPlace] = childElements(object, 'math')
  const part = `${object.attributes['xlink:href']?.replace(/^\.\//, '')}/${contentPart}`
  const math = inPlace ?? (await readAllElements(archive, part, ['math']))[0]
  return math ? [readMathML(math)] : []
}

/** How often a cell of a table stands there, at most so often. */
export const repeatedColumns = ({ attributes }: Element, maxColumns: number): number =>
  Math.min(maxColumns, Number(attributes['table:number-columns-repeated'] ?? 1))
