import type { BlockContent, PhrasingContent } from 'mdast'
import { blockquote, paragraph, textNode, type Reading, type SkipReason } from '../../markdown/block.ts'
import { findTarget, readRelationships, type OpenPart } from '../../relationships.ts'
import {
  byName,
  childElements,
  findByPath,
  findElements,
  readElement,
  type Element,
  type Replace,
} from '../../xml.ts'
import { readChart } from '../chart.ts'
import { readImage } from '../image.ts'
import { readSmartArt } from '../smart-art.ts'
import { readPptxInline, readPptxTable, readTextBody } from './text.ts'

/** A slide with the context for reading it. */
export type Slide = OpenPart & Pick<Reading, 'images' | 'skip'> & { clean: Replace }

type Handler = (shape: Element, slide: Slide) => BlockContent[] | Promise<BlockContent[]>

const titlePlaceholders = ['title', 'ctrTitle']
/** Placeholders for the slide number, date, footer and header, and for the picture of the slide above its notes. */
const marginPlaceholders = ['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']

const generatedField = /slidenum|datetime/i

const findPlaceholder = (shape: Element): Element | undefined => {
  const properties = findByPath(shape, 'nvSpPr', 'nvPr') ?? findByPath(shape, 'nvPicPr', 'nvPr') ?? shape
  return findElements(properties, 'ph')[0]
}

const placeholderType = (shape: Element): string => findPlaceholder(shape)?.attributes['type'] ?? ''

export const isTitle = (shape: Element) => titlePlaceholders.includes(placeholderType(shape))

export const readTitle = (shape: Element, slide: Slide): PhrasingContent[] =>
  findElements(shape, 'p').flatMap((element) => [...readPptxInline(element, slide), textNode(' ')])

/** Returns the reason for leaving an element of a slide out: a program fills it in, or it holds data of the program. */
export const findSlideReason = (element: Element): SkipReason | undefined => {
  const { name, attributes } = element
  if (name === 'extLst') return 'control'
  const isGenerated =
    name === 'fld'
      ? generatedField.test(attributes['type'] ?? '')
      : name === 'sp' && marginPlaceholders.includes(placeholderType(element))
  return isGenerated ? 'margin' : undefined
}

const readShape: Handler = (shape, slide) => {
  const type = placeholderType(shape)
  const isBody = findPlaceholder(shape) !== undefined && (type === '' || type === 'body')
  const body = findByPath(shape, 'txBody')
  return body ? readTextBody(body, isBody, slide) : readShapes(childElements(shape), slide)
}

const readPicture: Handler = async (picture, slide) => {
  const id = findElements(picture, 'blip')[0]?.attributes['r:embed'] ?? ''
  const alt = findElements(picture, 'cNvPr')[0]?.attributes['descr'] ?? ''
  const image = await readImage(slide.relationships.get(id)?.target, alt, slide)
  return image.length > 0 ? [paragraph(image)] : []
}

/** Readers of shapes by element; readers descend into all other elements. */
const shapeHandlers = byName<Handler>({
  sp: readShape,
  txBody: (body, slide) => readTextBody(body, false, slide),
  pic: readPicture,
  tbl: readPptxTable,
  chart: readChart,
  relIds: readSmartArt,
})

export const readShapes = async (shapes: Element[], slide: Slide): Promise<BlockContent[]> => {
  const blocks: BlockContent[] = []
  for (const shape of shapes) {
    const handle = shapeHandlers.get(shape.name)
    blocks.push(...(await (handle ? handle(shape, slide) : readShapes(childElements(shape), slide))))
  }
  return blocks
}

/** Returns the speaker notes of a slide as a quotation. */
export const readPptxNotes = async (slide: Slide): Promise<BlockContent[]> => {
  const { archive, clean } = slide
  const part = findTarget(slide.relationships, 'notesSlide')
  if (part === undefined) return []
  const tree = await readElement(archive, part, 'spTree', clean)
  const relationships = await readRelationships(archive, part)
  const blocks = await readShapes(childElements(tree), { ...slide, relationships })
  return blocks.length > 0 ? [blockquote(blocks)] : []
}

export const readLayoutType = async ({ archive, relationships }: Slide): Promise<string> => {
  const layout = await readElement(archive, findTarget(relationships, 'slideLayout'), 'sldLayout')
  return layout?.attributes['type'] ?? ''
}
