import type { BlockContent, PhrasingContent } from 'mdast'
import { reading, type Archive } from '../archive.ts'
import { heading, paragraph, table, textNode, type Block, type Reading } from '../block.ts'
import type { Images } from '../images.ts'
import { inCell, joined, styled, trimmedInline } from '../inline.ts'
import { listOf, type Item } from '../lists.ts'
import { wordsOf } from '../markdown.ts'
import { firstWords } from '../title.ts'
import { corrupt } from '../unreadable-file.ts'
import { allElements, below, childrenOf, relationsOf, textOf, within, type Element } from '../xml.ts'

type Slide = { archive: Archive; images: Images; relations: Map<string, { target: string; type: string }> }

const isOn = (value: string | undefined) => value === '1' || value === 'true'

const inlineOf = (p: Element, { relations }: Slide): PhrasingContent[] => {
  const found = childrenOf(p).flatMap((child): PhrasingContent[] => {
    if (child.name === 'br') return [{ type: 'break' }]
    if (child.name !== 'r' && child.name !== 'fld') return []
    const text = textOf(below(child, 't'))
    if (!text || (child.name === 'fld' && /slidenum|datetime/i.test(child.attributes['type'] ?? '')))
      return []
    const { b, i, strike } = below(child, 'rPr')?.attributes ?? {}
    const link = below(child, 'rPr', 'hlinkClick')?.attributes['r:id']
    const url = link ? relations.get(link)?.target : undefined
    const code = /courier|consolas|mono/i.test(below(child, 'rPr', 'latin')?.attributes['typeface'] ?? '')
    const run = styled([textNode(text)], {
      strong: isOn(b),
      emphasis: isOn(i),
      delete: /^(?:sng|dbl)/.test(strike ?? ''),
      code,
    })
    return url && /^https?:|^mailto:/.test(url) ? [{ type: 'link', url, children: run as never }] : run
  })
  return trimmedInline(joined(found))
}

/** The paragraphs of a shape: those of a body placeholder, or with a bullet of their own, are items of a list. */
const textBlocks = (body: Element, isBody: boolean, slide: Slide): BlockContent[] => {
  const blocks: BlockContent[] = []
  let items: Item[] = []
  const flush = () => {
    if (items.length > 0) blocks.push(listOf(items))
    items = []
  }
  const paragraphs = childrenOf(body, 'p')
  const filled = paragraphs.filter((p) => inlineOf(p, slide).length > 0).length
  for (const p of paragraphs) {
    const children = inlineOf(p, slide)
    if (children.length === 0) continue
    const properties = below(p, 'pPr')
    const ordered = below(properties, 'buAutoNum') !== undefined
    const bulleted = ordered || below(properties, 'buChar') !== undefined || (isBody && filled > 1)
    if (bulleted && !below(properties, 'buNone'))
      items.push({ level: Number(properties?.attributes['lvl'] ?? 0), ordered, children })
    else {
      flush()
      blocks.push(paragraph(children))
    }
  }
  flush()
  return blocks
}

const tableOf = (tbl: Element, slide: Slide) =>
  table(
    childrenOf(tbl, 'tr').map((tr) =>
      childrenOf(tr, 'tc').map((tc) =>
        isOn(tc.attributes['hMerge']) || isOn(tc.attributes['vMerge'])
          ? []
          : inCell(
              childrenOf(below(tc, 'txBody'), 'p')
                .map((p) => inlineOf(p, slide))
                .filter((text) => text.length > 0),
            ),
      ),
    ),
  )

const placeholderOf = (shape: Element) =>
  within(below(shape, 'nvSpPr', 'nvPr') ?? below(shape, 'nvPicPr', 'nvPr') ?? shape, 'ph')[0]?.attributes

const titles = new Set(['title', 'ctrTitle'])
const besides = new Set(['sldNum', 'dt', 'ftr', 'hdr'])

const shapeBlocks = async (shape: Element, slide: Slide): Promise<BlockContent[]> => {
  if (shape.name === 'AlternateContent')
    return (
      await Promise.all(childrenOf(below(shape, 'Choice')).map((inner) => shapeBlocks(inner, slide)))
    ).flat()
  if (shape.name === 'grpSp') {
    const blocks: BlockContent[] = []
    for (const inner of childrenOf(shape)) blocks.push(...(await shapeBlocks(inner, slide)))
    return blocks
  }
  if (shape.name === 'graphicFrame') {
    const node = within(shape, 'tbl').map((tbl) => tableOf(tbl, slide))[0]
    return node ? [node] : []
  }
  if (shape.name === 'pic') {
    const target = slide.relations.get(within(shape, 'blip')[0]?.attributes['r:embed'] ?? '')?.target
    const url =
      target && slide.archive.has(target)
        ? await slide.images.add(target, () => slide.archive.bytes(target))
        : undefined
    const alt = within(shape, 'cNvPr')[0]?.attributes['descr'] ?? ''
    return url ? [paragraph([{ type: 'image', url, alt: alt.replace(/\s+/g, ' ').trim() }])] : []
  }
  const place = placeholderOf(shape)
  const body = below(shape, 'txBody')
  if (shape.name !== 'sp' || !body || besides.has(place?.['type'] ?? '')) return []
  return textBlocks(body, place !== undefined && (place['type'] ?? 'body') === 'body', slide)
}

/** What was said to a slide, as it stands in its notes. */
const notesOf = async (slide: Slide): Promise<BlockContent[]> => {
  const target = [...slide.relations.values()].find(({ type }) => type === 'notesSlide')?.target
  const shapes = target ? await allElements(slide.archive, target, ['sp']) : []
  const body = shapes.find((shape) => placeholderOf(shape)?.['type'] === 'body')
  const blocks = body ? textBlocks(below(body, 'txBody') ?? body, false, slide) : []
  return blocks.length > 0 ? [{ type: 'blockquote', children: blocks }] : []
}

const layoutOf = async (slide: Slide): Promise<string> => {
  const target = [...slide.relations.values()].find(({ type }) => type === 'slideLayout')?.target
  const [layout] = target ? await allElements(slide.archive, target, ['sldLayout']) : []
  return layout?.attributes['type'] ?? ''
}

/** What a slide without a title is called: its first line, which then is not repeated, or the words it begins with. */
export const takenTitle = (blocks: BlockContent[]): PhrasingContent[] | undefined => {
  const [first] = blocks
  if (
    first?.type === 'paragraph' &&
    blocks.length > 1 &&
    wordsOf(first).trim() &&
    wordsOf(first).length <= 80
  ) {
    blocks.shift()
    return first.children
  }
  const words = firstWords(blocks.map(wordsOf).join(' '))
  return words === undefined ? undefined : [textNode(words)]
}

export const readPptx = ({ path, images, progress }: Reading): AsyncGenerator<Block> =>
  reading(path, async function* (archive) {
    const start = [...(await relationsOf(archive, '')).values()].find(({ type }) => type === 'officeDocument')
    const part = start?.target ?? 'ppt/presentation.xml'
    if (!archive.has(part)) throw corrupt()
    const [presentation] = await allElements(archive, part, ['presentation'])
    const relations = await relationsOf(archive, part)
    const ids = presentation ? childrenOf(below(presentation, 'sldIdLst'), 'sldId') : []
    const sections = new Map(
      (presentation ? within(presentation, 'section') : []).map((section) => [
        within(section, 'sldId')[0]?.attributes['id'],
        section.attributes['name'] ?? '',
      ]),
    )
    for (const [at, { attributes }] of ids.entries()) {
      const target = relations.get(attributes['r:id'] ?? '')?.target
      const [root] = target ? await allElements(archive, target, ['sld']) : []
      if (!target || !root || root.attributes['show'] === '0') continue
      const slide = { archive, images, relations: await relationsOf(archive, target) }
      const page = at + 1
      const section = sections.get(attributes['id'])
      if (section && sections.size > 1) yield { node: heading(1, [textNode(section)]), page }
      const shapes = childrenOf(below(root, 'cSld', 'spTree'))
      const own = shapes.find((shape) => titles.has(placeholderOf(shape)?.['type'] ?? ''))
      const title = own ? within(own, 'p').flatMap((p) => [...inlineOf(p, slide), textNode(' ')]) : []
      const blocks: BlockContent[] = []
      for (const shape of shapes) if (shape !== own) blocks.push(...(await shapeBlocks(shape, slide)))
      blocks.push(...(await notesOf(slide)))
      const layout = await layoutOf(slide)
      const isDivider =
        title.length > 0 && sections.size <= 1 && (layout === 'secHead' || (layout === 'title' && at > 0))
      const isCover =
        title.length > 0 &&
        at === 0 &&
        (layout === 'title' || blocks.every(({ type }) => type === 'paragraph'))
      if (title.some((node) => node.type !== 'text' || node.value.trim()))
        yield { node: heading(isDivider ? 1 : 2, trimmedInline(title)), page, title: isCover }
      else if (blocks.length > 0)
        yield { node: heading(2, takenTitle(blocks) ?? [textNode(`${page}`)]), page }
      for (const node of blocks) yield { node, page }
      progress((at + 1) / ids.length)
    }
  })
