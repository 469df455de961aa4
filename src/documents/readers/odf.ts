import type { BlockContent, PhrasingContent } from 'mdast'
import { reading, type Archive } from '../archive.ts'
import { heading, paragraph, plainTable, table, textNode, type Block, type Reading } from '../block.ts'
import type { Images } from '../images.ts'
import { inCell, joined, styled, trimmedInline } from '../inline.ts'
import { listOf, type Item } from '../lists.ts'
import { wordsOf } from '../markdown.ts'
import { rowsPerTable } from '../sheet.ts'
import { firstWords } from '../title.ts'
import { corrupt, encrypted } from '../unreadable-file.ts'
import { allElements, below, childrenOf, elements, textOf, within, type Element } from '../xml.ts'

type Style = {
  strong: boolean
  emphasis: boolean
  delete: boolean
  code: boolean
  parent: string
  ordered: boolean[]
}
type Context = { archive: Archive; images: Images; styles: Map<string, Style>; notes: BlockContentOrNote[] }
type BlockContentOrNote = Block['node']

const stylesOf = async (archive: Archive): Promise<Map<string, Style>> => {
  const styles = new Map<string, Style>()
  for (const part of ['styles.xml', 'content.xml'])
    for (const style of await allElements(archive, part, ['style', 'list-style'])) {
      const { attributes } = style
      const text = below(style, 'text-properties')?.attributes ?? {}
      const line = text['style:text-line-through-style'] ?? 'none'
      styles.set(attributes['style:name'] ?? '', {
        strong: text['fo:font-weight'] === 'bold',
        emphasis: text['fo:font-style'] === 'italic',
        delete: line !== 'none',
        code: /mono|courier|consolas/i.test(text['style:font-name'] ?? text['fo:font-family'] ?? ''),
        parent: attributes['style:parent-style-name'] ?? '',
        ordered: childrenOf(style).map(({ name }) => name === 'list-level-style-number'),
      })
    }
  return styles
}

/** The name of a paragraph's style that somebody chose, above those that were made for it. */
const namedStyle = (name: string, { styles }: Context): string => {
  let at = name
  for (let deep = 0; deep < 10 && /^(?:P|T)\d+$/.test(at); deep++) at = styles.get(at)?.parent ?? ''
  return at.replaceAll('_20_', ' ')
}

const imageOf = async (frame: Element, { archive, images }: Context): Promise<PhrasingContent[]> => {
  const target = childrenOf(frame, 'image')
    .map(({ attributes }) => attributes['xlink:href']?.replace(/^\.\//, '') ?? '')
    .find((name) => archive.has(name))
  const url = target ? await images.add(target, () => archive.bytes(target)) : undefined
  const alt = textOf(below(frame, 'desc')) || textOf(below(frame, 'title'))
  return url ? [{ type: 'image', url, alt: alt.replace(/\s+/g, ' ').trim() }] : []
}

const inlineOf = async (parent: Element, context: Context): Promise<PhrasingContent[]> => {
  const found: PhrasingContent[] = []
  for (const child of parent.children) {
    if (typeof child === 'string') found.push(textNode(child.replace(/\s+/g, ' ')))
    else if (child.name === 's')
      found.push(textNode(' '.repeat(Math.min(40, Number(child.attributes['text:c'] ?? 1)))))
    else if (child.name === 'tab') found.push(textNode(' '))
    else if (child.name === 'line-break') found.push({ type: 'break' })
    else if (child.name === 'span')
      found.push(
        ...styled(
          await inlineOf(child, context),
          context.styles.get(child.attributes['text:style-name'] ?? '') ?? {},
        ),
      )
    else if (child.name === 'a') {
      const children = await inlineOf(child, context)
      found.push({ type: 'link', url: child.attributes['xlink:href'] ?? '', children: children as never })
    } else if (child.name === 'frame') {
      found.push(...(await imageOf(child, context)))
      for (const box of childrenOf(child, 'text-box'))
        for (const p of within(box, 'p')) found.push(...(await inlineOf(p, context)), textNode(' '))
    } else if (child.name === 'note') {
      const label = (child.attributes['text:id'] ?? String(context.notes.length + 1)).replace(/\W/g, '')
      const children: BlockContent[] = []
      for (const p of within(below(child, 'note-body') ?? child, 'p'))
        children.push(paragraph(trimmedInline(await inlineOf(p, context))))
      found.push({ type: 'footnoteReference', identifier: label, label })
      context.notes.push({ type: 'footnoteDefinition', identifier: label, label, children })
    } else if (
      !['annotation', 'annotation-end', 'tracked-changes', 'page-number', 'bookmark', 'ruby-text'].includes(
        child.name,
      )
    )
      found.push(...(await inlineOf(child, context)))
  }
  return joined(found)
}

const itemsOf = async (list: Element, context: Context, level = 0, style = ''): Promise<Item[]> => {
  const name = list.attributes['text:style-name'] ?? style
  const ordered = context.styles.get(name)?.ordered[level] ?? false
  const items: Item[] = []
  for (const item of childrenOf(list))
    for (const child of childrenOf(item)) {
      if (child.name === 'list') items.push(...(await itemsOf(child, context, level + 1, name)))
      else if (child.name === 'p' || child.name === 'h') {
        const children = trimmedInline(await inlineOf(child, context))
        if (children.length > 0) items.push({ level, ordered, children })
      }
    }
  return items
}

const repeats = (element: Element, name: string, most: number) =>
  Math.min(most, Number(element.attributes[`table:number-${name}-repeated`] ?? 1))

const tableOf = async (element: Element, context: Context) => {
  const rows: PhrasingContent[][][] = []
  for (const row of within(element, 'table-row')) {
    const cells: PhrasingContent[][] = []
    for (const cell of childrenOf(row)) {
      const texts: PhrasingContent[][] = []
      if (cell.name === 'table-cell')
        for (const p of within(cell, 'p', 'h')) texts.push(await inlineOf(p, context))
      for (let times = repeats(cell, 'columns', 100); times > 0; times--) cells.push(inCell(texts))
    }
    rows.push(cells)
  }
  return table(rows)
}

/** The blocks of a text, a text box or a cell. */
async function* blocksOf(element: Element, context: Context, page: number | null): AsyncGenerator<Block> {
  const { name, attributes } = element
  if (name === 'h' || name === 'p') {
    const children = trimmedInline(await inlineOf(element, context))
    const style = namedStyle(attributes['text:style-name'] ?? '', context)
    const isTitle = name === 'p' && style === 'Title'
    if (children.length > 0 && (name === 'h' || isTitle))
      yield { node: heading(Number(attributes['text:outline-level'] ?? 1), children), page, title: isTitle }
    else if (children.length > 0 && /preformatted|code|source/i.test(style))
      yield {
        node: {
          type: 'code',
          value: children.map((node) => (node.type === 'break' ? '\n' : wordsOf(node))).join(''),
        },
        page,
      }
    else if (children.length > 0) {
      const whole = context.styles.get(attributes['text:style-name'] ?? '')
      const node = paragraph(whole?.strong ? joined(styled(children, { strong: true })) : children)
      yield { node: /quot/i.test(style) ? { type: 'blockquote', children: [node] } : node, page }
    }
  } else if (name === 'list') {
    const headings = within(element, 'h')
    const items = headings.length > 0 ? [] : await itemsOf(element, context)
    for (const found of headings) yield* blocksOf(found, context, page)
    if (items.length > 0) yield { node: listOf(items), page }
  } else if (name === 'table') {
    const node = await tableOf(element, context)
    if (node) yield { node, page }
  } else if (name === 'frame') {
    const image = await imageOf(element, context)
    if (image.length > 0) yield { node: paragraph(image), page }
    else for (const child of childrenOf(element)) yield* blocksOf(child, context, page)
  } else if (['section', 'text-box', 'index-body', 'g', 'custom-shape'].includes(name))
    for (const child of childrenOf(element)) yield* blocksOf(child, context, page)
  for (const node of context.notes.splice(0)) yield { node, page }
}

async function* readText(context: Context): AsyncGenerator<Block> {
  let code: string[] = []
  for await (const element of elements(context.archive, 'content.xml', [
    'h',
    'p',
    'list',
    'table',
    'section',
    'frame',
  ]))
    for await (const block of blocksOf(element, context, null)) {
      if (block.node.type === 'code') {
        code.push(block.node.value)
        continue
      }
      if (code.length > 0) yield { node: { type: 'code', value: code.join('\n') }, page: null }
      code = []
      yield block
    }
  if (code.length > 0) yield { node: { type: 'code', value: code.join('\n') }, page: null }
}

async function* readSlides(context: Context): AsyncGenerator<Block> {
  const hidden = new Set(
    (await allElements(context.archive, 'content.xml', ['style']))
      .filter(
        (style) =>
          below(style, 'drawing-page-properties')?.attributes['presentation:visibility'] === 'hidden',
      )
      .map(({ attributes }) => attributes['style:name']),
  )
  let page = 0
  for await (const slide of elements(context.archive, 'content.xml', ['page'])) {
    page += 1
    if (hidden.has(slide.attributes['draw:style-name'])) continue
    const frames = childrenOf(slide).filter(({ name }) => name !== 'notes')
    const own = frames.find(({ attributes }) => attributes['presentation:class'] === 'title')
    const title = own ? trimmedInline(await inlineOf(own, context)) : []
    const blocks: Block[] = []
    for (const frame of frames)
      if (frame !== own) for await (const block of blocksOf(frame, context, page)) blocks.push(block)
    for (const frame of childrenOf(below(slide, 'notes')))
      if (frame.attributes['presentation:class'] === 'notes')
        for await (const { node } of blocksOf(frame, context, page))
          if (node.type === 'paragraph') blocks.push({ node: { type: 'blockquote', children: [node] }, page })
    const isCover = page === 1 && blocks.every(({ node }) => node.type === 'paragraph')
    const depth = title.length > 0 && blocks.length === 0 ? 1 : 2
    const name =
      title.length > 0 ? title : blocks[0] ? [textNode(firstWords(wordsOf(blocks[0].node)) ?? `${page}`)] : []
    if (name.length > 0) yield { node: heading(depth, name), page, title: isCover && title.length > 0 }
    yield* blocks
  }
}

async function* readSheets(context: Context): AsyncGenerator<Block> {
  const hidden = new Set(
    (await allElements(context.archive, 'content.xml', ['style']))
      .filter((style) => below(style, 'table-properties')?.attributes['table:display'] === 'false')
      .map(({ attributes }) => attributes['style:name']),
  )
  let page = 0
  for await (const sheet of elements(context.archive, 'content.xml', ['table'])) {
    page += 1
    if (hidden.has(sheet.attributes['table:style-name'])) continue
    yield { node: heading(2, [textNode(sheet.attributes['table:name'] ?? `${page}`)]), page }
    const rows = within(sheet, 'table-row').map((row) =>
      childrenOf(row).flatMap((cell) =>
        Array.from({ length: repeats(cell, 'columns', 200) }, () =>
          within(cell, 'p').map(textOf).join(' ').trim(),
        ),
      ),
    )
    const [head, ...rest] = rows.filter((row) => row.some(Boolean))
    for (let at = 0; head && at < Math.max(1, rest.length); at += rowsPerTable) {
      const node = plainTable([head, ...rest.slice(at, at + rowsPerTable)])
      if (node) yield { node, page }
    }
  }
}

export const readOdf = ({ path, images }: Reading): AsyncGenerator<Block> =>
  reading(path, async function* (archive) {
    if (!archive.has('content.xml')) throw corrupt()
    if ((await allElements(archive, 'META-INF/manifest.xml', ['encryption-data'])).length > 0)
      throw encrypted()
    const context: Context = { archive, images, styles: await stylesOf(archive), notes: [] }
    const mime = archive.has('mimetype') ? Buffer.from(await archive.bytes('mimetype')).toString() : ''
    yield* mime.includes('presentation')
      ? readSlides(context)
      : mime.includes('spreadsheet')
        ? readSheets(context)
        : readText(context)
  })
