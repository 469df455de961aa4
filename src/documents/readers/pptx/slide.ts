import type { BlockContent, PhrasingContent } from 'mdast'
import type { Archive } from '../../archive.ts'
import { blockquote, paragraph, textNode, type Skip } from '../../markdown/block.ts'
import type { Images } from '../../images.ts'
import { findTarget, type Relationships } from '../../relationships.ts'
import { childElements, findByPath, findElements, readAllElements, type Element } from '../../xml.ts'
import { readSmartArt } from '../smart-art.ts'
import { readPptxInline, readPptxTable, readTextBody } from './text.ts'

/** A slide that is being read. */
export type Slide = { archive: Archive; images: Images; skip: Skip; relationships: Relationships }

type Handler = (shape: Element, slide: Slide) => BlockContent[] | Promise<BlockContent[]>

const titlePlaceholders = ['title', 'ctrTitle']
/** Placeholders of the number of the slide, the date, the footer and the header. */
const marginPlaceholders = ['sldNum', 'dt', 'ftr', 'hdr']

const findPlaceholder = (shape: Element): Element | undefined => {
  const properties = findByPath(shape, 'nvSpPr', 'nvPr') ?? findByPath(shape, 'nvPicPr', 'nvPr') ?? shape
  return findElements(properties, 'ph')[0]
}

const placeholderType = (shape: Element): string => findPlaceholder(shape)?.attributes['type'] ?? ''

export const isTitle = (shape: Element) => titlePlaceholders.includes(placeholderType(shape))

export const readTitle = (shape: Element, { relationships }: Slide): PhrasingContent[] =>
  findElements(shape, 'p').flatMap((element) => [...readPptxInline(element, relationships), textNode(' ')])

const readShape: Handler = (shape, { relationships }) => {
  const body = findByPath(shape, 'txBody')
  const type = placeholderType(shape)
  if (!body || marginPlaceholders.includes(type)) return []
  const isBody = findPlaceholder(shape) !== undefined && (type === '' || type === 'body')
  return readTextBody(body, isBody, relationships)
}

const readPicture: Handler = async (picture, { archive, images, relationships }) => {
  const id = findElements(picture, 'blip')[0]?.attributes['r:embed'] ?? ''
  const target = relationships.get(id)?.target
  if (!target || !archive.has(target)) return []
  const url = await images.add(target, () => archive.readBytes(target))
  const alt = findElements(picture, 'cNvPr')[0]?.attributes['descr'] ?? ''
  return url ? [paragraph([{ type: 'image', url, alt: alt.replace(/\s+/g, ' ').trim() }])] : []
}

const readGraphicFrame: Handler = (frame, slide) => {
  const [element] = findElements(frame, 'tbl')
  const [diagram] = findElements(frame, 'relIds')
  if (!element) return diagram ? readSmartArt(diagram, slide) : []
  const node = readPptxTable(element, slide.relationships)
  return node ? [node] : []
}

const readGroup: Handler = (group, slide) => readShapes(childElements(group), slide)

/** The shapes of a slide, by their element; others hold no text. */
const shapeHandlers = new Map<string, Handler>(
  Object.entries({
    sp: readShape,
    pic: readPicture,
    graphicFrame: readGraphicFrame,
    grpSp: readGroup,
    AlternateContent: (alternatives, slide) =>
      readShapes(childElements(findByPath(alternatives, 'Choice')), slide),
  } satisfies Record<string, Handler>),
)

export const readShapes = async (shapes: Element[], slide: Slide): Promise<BlockContent[]> => {
  const blocks: BlockContent[] = []
  for (const shape of shapes) blocks.push(...((await shapeHandlers.get(shape.name)?.(shape, slide)) ?? []))
  return blocks
}

/** What is said to a slide, as it stands in its notes. */
export const readNotes = async ({ archive, relationships }: Slide): Promise<BlockContent[]> => {
  const target = findTarget(relationships, 'notesSlide')
  const shapes = target ? await readAllElements(archive, target, ['sp']) : []
  const body = shapes.find((shape) => placeholderType(shape) === 'body')
  if (!body) return []
  const blocks = readTextBody(findByPath(body, 'txBody') ?? body, false, relationships)
  return blocks.length > 0 ? [blockquote(blocks)] : []
}

export const readLayoutType = async ({ archive, relationships }: Slide): Promise<string> => {
  const target = findTarget(relationships, 'slideLayout')
  const [layout] = target ? await readAllElements(archive, target, ['sldLayout']) : []
  return layout?.attributes['type'] ?? ''
}
