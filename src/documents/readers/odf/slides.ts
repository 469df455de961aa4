import type { BlockContent, PhrasingContent } from 'mdast'
import { blockquote, heading, textNode, type Block } from '../../markdown/block.ts'
import { trimInline } from '../../markdown/inline.ts'
import { joinBlocks } from '../../markdown/joined-blocks.ts'
import { toWords } from '../../markdown/markdown.ts'
import { titleFromWords } from '../../title.ts'
import {
  childElements,
  findByPath,
  findElements,
  readElements,
  textContent,
  type Element,
} from '../../xml.ts'
import { readBlocks } from './blocks.ts'
import { contentPart, type OdfDocument } from './document.ts'
import { readOdfInline } from './inline.ts'

const frameClass = ({ attributes }: Element) => attributes['presentation:class']

const readFrames = async (frames: Element[], document: OdfDocument, page: number): Promise<Block[]> => {
  const blocks: Block[] = []
  for (const frame of frames)
    for await (const block of joinBlocks(readBlocks(frame, document, page))) blocks.push(block)
  return blocks
}

/** Returns the notes of a slide as a quotation. */
const readNotes = async (slide: Element, document: OdfDocument, page: number): Promise<Block[]> => {
  const blocks = await readFrames(childElements(findByPath(slide, 'notes')), document, page)
  const nodes = blocks.map(({ node }) => node as BlockContent)
  return nodes.length > 0 ? [{ node: blockquote(nodes), page }] : []
}

/** Returns a title for a slide without one: its first words. */
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
  const title: PhrasingContent[] = []
  for (const line of titleFrame ? findElements(titleFrame, 'p', 'h') : [])
    title.push(...(await readOdfInline(line, document)), textNode(' '))
  const others = frames.filter((frame) => frame !== titleFrame)
  const blocks = [...(await readFrames(others, document, page)), ...(await readNotes(slide, document, page))]
  const first = toHeading(trimInline(title), blocks, page)
  return first ? [first, ...blocks] : blocks
}

/** Yields the visible slides of a presentation, each with its heading and notes. */
export async function* readSlides(document: OdfDocument): AsyncGenerator<Block> {
  let page = 0
  for await (const slide of readElements(document.archive, contentPart, ['page'], document.clean)) {
    page += 1
    if (document.styles.get(slide.attributes['draw:style-name'] ?? '')?.hidden)
      document.skip('hidden', textContent(slide))
    else yield* await readSlide(slide, document, page)
  }
}
