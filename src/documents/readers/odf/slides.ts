import type { PhrasingContent } from 'mdast'
import { blockquote, heading, textNode, type Block } from '../../markdown/block.ts'
import { trimInline } from '../../markdown/inline.ts'
import { toWords } from '../../markdown/markdown.ts'
import { titleFromWords } from '../../outline/title.ts'
import { childElements, findByPath, readElements, type Element } from '../../xml.ts'
import { readBlocks } from './blocks.ts'
import { contentPart, findStylesWith, type OdfDocument } from './document.ts'
import { readOdfInline } from './inline.ts'

const frameClass = ({ attributes }: Element) => attributes['presentation:class']

const readFrames = async (frames: Element[], document: OdfDocument, page: number): Promise<Block[]> => {
  const blocks: Block[] = []
  for (const frame of frames) for await (const block of readBlocks(frame, document, page)) blocks.push(block)
  return blocks
}

/** The paragraphs that are said to a slide, as quotations. */
const readNotes = async (slide: Element, document: OdfDocument, page: number): Promise<Block[]> => {
  const frames = childElements(findByPath(slide, 'notes')).filter((frame) => frameClass(frame) === 'notes')
  const blocks = await readFrames(frames, document, page)
  return blocks.flatMap(({ node }) => (node.type === 'paragraph' ? [{ node: blockquote([node]), page }] : []))
}

/** What a slide without a title is called: the words that it begins with. */
const nameSlide = ([first]: Block[], page: number): PhrasingContent[] =>
  first ? [textNode(titleFromWords(toWords(first.node)) ?? `${page}`)] : []

const toHeading = (title: PhrasingContent[], blocks: Block[], page: number): Block | undefined => {
  const hasTitle = title.length > 0
  const name = hasTitle ? title : nameSlide(blocks, page)
  if (name.length === 0) return undefined
  const depth = hasTitle && blocks.length === 0 ? 1 : 2
  const isCover = page === 1 && blocks.every(({ node }) => node.type === 'paragraph')
  return { node: heading(depth, name), page, isTitle: isCover && hasTitle }
}

const readSlide = async (slide: Element, document: OdfDocument, page: number): Promise<Block[]> => {
  const frames = childElements(slide).filter(({ name }) => name !== 'notes')
  const titleFrame = frames.find((frame) => frameClass(frame) === 'title')
  const title = titleFrame ? trimInline(await readOdfInline(titleFrame, document)) : []
  const others = frames.filter((frame) => frame !== titleFrame)
  const blocks = [...(await readFrames(others, document, page)), ...(await readNotes(slide, document, page))]
  const first = toHeading(title, blocks, page)
  return first ? [first, ...blocks] : blocks
}

/** The slides of a presentation that are shown, each with its heading and its notes. */
export async function* readSlides(document: OdfDocument): AsyncGenerator<Block> {
  const hidden = await findStylesWith(
    document,
    'drawing-page-properties',
    'presentation:visibility',
    'hidden',
  )
  let page = 0
  for await (const slide of readElements(document.archive, contentPart, ['page'])) {
    page += 1
    if (!hidden.has(slide.attributes['draw:style-name'] ?? '')) yield* await readSlide(slide, document, page)
  }
}
