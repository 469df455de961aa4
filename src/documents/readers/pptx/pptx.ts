import type { BlockContent, PhrasingContent } from 'mdast'
import { anchor } from '../../markdown/anchors.ts'
import { readArchive, type Archive } from '../../archive.ts'
import { heading, textNode, type Block, type Reading } from '../../markdown/block.ts'
import { trimInline } from '../../markdown/inline.ts'
import { toWords } from '../../markdown/markdown.ts'
import { findMainPart, readRelationships, type Relationships } from '../../relationships.ts'
import { titleFromWords } from '../../title.ts'
import { tooMany } from '../../unreadable-file.ts'
import { childElements, findByPath, findElements, readElement, textContent, type Element } from '../../xml.ts'
import { cleaner } from '../cleaner.ts'
import {
  findSlideReason,
  isTitle,
  readLayoutType,
  readPptxNotes,
  readShapes,
  readTitle,
  type Slide,
} from './slide.ts'

/** Slides of a presentation by their IDs, and the names of its sections by the ID of their first slide. */
type Presentation = { slideIds: Element[]; sections: Map<string, string>; relationships: Relationships }

type SlideContent = { title: PhrasingContent[]; blocks: BlockContent[]; layout: string }

const maxTitleCharacters = 80
const maxSlides = 10_000

const readPresentation = async (archive: Archive): Promise<Presentation> => {
  const part = await findMainPart(archive, 'ppt/presentation.xml')
  const presentation = await readElement(archive, part, 'presentation')
  const sections = findElements(presentation, 'section').map((section) => {
    const firstSlide = findElements(section, 'sldId')[0]?.attributes['id'] ?? ''
    return [firstSlide, section.attributes['name'] ?? ''] as const
  })
  return {
    slideIds: childElements(findByPath(presentation, 'sldIdLst'), 'sldId'),
    sections: new Map(sections),
    relationships: await readRelationships(archive, part),
  }
}

const isTitleLine = (words: string): boolean => words.trim() !== '' && words.length <= maxTitleCharacters

/** Returns a title for a slide without one: its first line, which is removed from the blocks, or its first words. */
const takeTitle = (blocks: BlockContent[], page: number) => {
  const [first, ...rest] = blocks
  if (first?.type === 'paragraph' && rest.length > 0 && isTitleLine(toWords(first)))
    return { title: first.children, blocks: rest }
  return { title: [textNode(titleFromWords(blocks.map(toWords).join(' ')) ?? `${page}`)], blocks }
}

const isFilled = (node: PhrasingContent) => node.type !== 'text' || node.value.trim() !== ''

/** Returns true for a slide that only has a title and begins a part of a presentation without sections. */
const isDivider = ({ title, layout }: SlideContent, page: number, { sections }: Presentation): boolean =>
  title.length > 0 && sections.size <= 1 && (layout === 'secHead' || (layout === 'title' && page > 1))

/** Returns true for the first slide if it holds the title of the presentation. */
const isCover = ({ title, blocks, layout }: SlideContent, page: number): boolean =>
  title.length > 0 && page === 1 && (layout === 'title' || blocks.every(({ type }) => type === 'paragraph'))

const readPptxSlide = async (root: Element, slide: Slide): Promise<SlideContent> => {
  const shapes = childElements(findByPath(root, 'cSld', 'spTree'))
  const titleShape = shapes.find(isTitle)
  const others = shapes.filter((shape) => shape !== titleShape)
  return {
    title: titleShape ? readTitle(titleShape, slide) : [],
    blocks: [...(await readShapes(others, slide)), ...(await readPptxNotes(slide))],
    layout: await readLayoutType(slide),
  }
}

function* writeSlide(content: SlideContent, page: number, presentation: Presentation): Generator<Block> {
  const hasTitle = content.title.some(isFilled)
  if (!hasTitle && content.blocks.length === 0) return
  const { title, blocks } = hasTitle ? content : takeTitle(content.blocks, page)
  const depth = hasTitle && isDivider(content, page, presentation) ? 1 : 2
  const isTitle = hasTitle && isCover(content, page)
  yield { node: heading(depth, trimInline(title)), page, isTitle }
  for (const node of blocks) yield { node, page }
}

async function* readSlides(archive: Archive, reading: Reading): AsyncGenerator<Block> {
  const presentation = await readPresentation(archive)
  const { slideIds, relationships } = presentation
  const clean = cleaner(findSlideReason, reading.skip)
  if (slideIds.length > maxSlides) throw tooMany('slides')
  for (const [at, { attributes }] of slideIds.entries()) {
    const part = relationships.get(attributes['r:id'] ?? '')?.target
    const root = await readElement(archive, part, 'sld', clean)
    if (!part || !root) continue
    if (root.attributes['show'] === '0') {
      reading.skip('hidden', textContent(root))
      continue
    }
    const page = at + 1
    const slide = { ...reading, archive, clean, relationships: await readRelationships(archive, part) }
    const section = presentation.sections.get(attributes['id'] ?? '')
    if (section && presentation.sections.size > 1) yield { node: heading(1, [textNode(section)]), page }
    yield { node: anchor(part), page }
    yield* writeSlide(await readPptxSlide(root, slide), page, presentation)
    reading.progress(page / slideIds.length)
  }
}

export const readPptx = (reading: Reading): AsyncGenerator<Block> =>
  readArchive(reading, (archive) => readSlides(archive, reading))
