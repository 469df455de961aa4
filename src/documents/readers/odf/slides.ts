import type { BlockContent, PhrasingContent } from 'mdast'
import { blockquote, heading, textNode, type Block } from '../../markdown/block.ts'
import { trimInline } from '../../markdown/inline.ts'
import { joinBlocks } from '../../markdown/list.ts'
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

const readFrames = async (frames: Element[], document: OdfDocument): Promise<Block[]> => {
  const blocks: Block[] = []
  for (const frame of frames)
    for await (const block of joinBlocks(readBlocks(frame, document))) blocks.push(block)
  return blocks
}

/** Returns the notes of a slide as a quotation. */
const readOdfNotes = async (slide: Element, document: OdfDocument): Promise<Block[]> => {
  const blocks = await readFrames(childElements(findByPath(slide, 'notes')), document)
  const nodes = blocks.map(({ node }) => node as BlockContent)
  return nodes.length > 0 ? [{ node: blockquote(nodes), page: document.page }] : []
}

/** Returns the heading of a slide: its title, or its first words if it has none. */
const toSlideHeading = (title: PhrasingContent[], blocks: Block[], page: number): Block[] => {
  const isCover = page === 1 && blocks.every(({ node }) => node.type === 'paragraph')
  if (title.length > 0) return [{ node: heading(blocks.length === 0 ? 1 : 2, title), page, isTitle: isCover }]
  return blocks.slice(0, 1).map(({ node }) => {
    const words = titleFromWords(toWords(node)) ?? `${page}`
    return { node: heading(2, [textNode(words)]), page }
  })
}

const readOdfSlide = async (slide: Element, document: OdfDocument, page: number): Promise<Block[]> => {
  const frames = childElements(slide).filter(({ name }) => name !== 'notes')
  const titleFrame = frames.find(({ attributes }) => attributes['presentation:class'] === 'title')
  const title: PhrasingContent[] = []
  for (const line of findElements(titleFrame, 'p', 'h'))
    title.push(...(await readOdfInline(line, document)), textNode(' '))
  const others = frames.filter((frame) => frame !== titleFrame)
  const blocks = [...(await readFrames(others, document)), ...(await readOdfNotes(slide, document))]
  return [...toSlideHeading(trimInline(title), blocks, page), ...blocks]
}

/** Yields the visible slides of a presentation, each with its heading and notes. */
export async function* readSlides(document: OdfDocument): AsyncGenerator<Block> {
  let page = 0
  for await (const slide of readElements(document.archive, contentPart, ['page'], document.clean)) {
    page += 1
    document.page = page
    if (document.styles.get(slide.attributes['draw:style-name'] ?? '')?.hidden)
      document.skip('hidden', textContent(slide))
    else yield* await readOdfSlide(slide, document, page)
  }
}
