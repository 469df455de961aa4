import type { PhrasingContent, RootContent } from 'mdast'
import { reading, type Archive } from '../archive.ts'
import { heading, paragraph, table, type Block, type Reading } from '../block.ts'
import { inCell, trimmedInline } from '../inline.ts'
import { listOf, type Item } from '../lists.ts'
import { wordsOf } from '../markdown.ts'
import { corrupt } from '../unreadable-file.ts'
import { allElements, below, childrenOf, elements, relationsOf, within, type Element } from '../xml.ts'
import { docxInline, type DocxContext } from './docx-inline.ts'
import { depthOf, docxNumbered, docxStyles, numberingOf, valueOf } from './docx-styles.ts'

const plain = (nodes: PhrasingContent[]) =>
  nodes.map((node) => (node.type === 'break' ? '\n' : wordsOf(node))).join('')

/** Word notes where its pages ended when it last laid the text out; without that, pages are not known. */
const knowsPages = async (archive: Archive, part: string): Promise<boolean> => {
  for await (const chunk of archive.chunks(part)) if (chunk.includes('lastRenderedPageBreak')) return true
  return false
}

const paragraphsIn = (element: Element): Element[] =>
  childrenOf(element).flatMap((child) =>
    child.name === 'p' ? [child] : child.name === 'pPr' ? [] : paragraphsIn(child),
  )

export const readDocx = ({ path, images }: Reading): AsyncGenerator<Block> =>
  reading(path, async function* (archive) {
    const start = [...(await relationsOf(archive, '')).values()].find(({ type }) => type === 'officeDocument')
    const part = start?.target ?? 'word/document.xml'
    if (!archive.has(part)) throw corrupt()
    const styles = await docxStyles(archive)
    const numbered = await docxNumbered(archive)
    const page = { number: (await knowsPages(archive, part)) ? 1 : null }
    const context: DocxContext = {
      archive,
      images,
      relations: await relationsOf(archive, part),
      page,
      notes: [],
    }
    const notes = new Map<string, Element>()
    for (const [name, prefix] of [
      ['footnote', ''],
      ['endnote', 'e'],
    ] as const)
      for (const note of await allElements(archive, `word/${name}s.xml`, [name]))
        notes.set(`${prefix}${note.attributes['w:id']}`, note)

    let items: Item[] = []
    let code: string[] = []
    let listPage: number | null = null
    function* flush(): Generator<Block> {
      if (items.length > 0) yield { node: listOf(items), page: listPage }
      if (code.length > 0) yield { node: { type: 'code', value: code.join('\n') }, page: listPage }
      items = []
      code = []
    }
    async function* noted(): AsyncGenerator<Block> {
      for (const label of context.notes.splice(0)) {
        const note = notes.get(label)
        if (!note) continue
        const children = []
        for (const p of childrenOf(note, 'p'))
          children.push(paragraph(trimmedInline(await docxInline(p, context))))
        yield { node: { type: 'footnoteDefinition', identifier: label, label, children }, page: page.number }
      }
    }
    async function* inParagraph(p: Element): AsyncGenerator<Block> {
      const before = page.number
      const properties = below(p, 'pPr')
      const style = styles.get(valueOf(below(properties, 'pStyle')) ?? '')
      if (/^(?:toc|contents) \d|^toc heading|^table of/i.test(style?.name ?? '')) return
      const children = trimmedInline(await docxInline(p, context))
      const boxes = within(p, 'txbxContent').slice(0, 1)
      if (children.length > 0) {
        const depth = depthOf(properties) ?? style?.depth ?? 0
        const numbering = numberingOf(properties) ?? style?.numbering
        const at = page.number === before || depth > 0 ? page.number : before
        if (/code|preformatted|source|listing|quelltext/i.test(style?.name ?? '')) {
          if (items.length > 0) yield* flush()
          code.push(plain(children))
          listPage ??= at
        } else if (depth > 0 || style?.name.toLowerCase() === 'title') {
          yield* flush()
          yield { node: heading(depth || 1, children), page: at, title: depth === 0 }
        } else if (numbering && numbering.id !== '0') {
          if (code.length > 0) yield* flush()
          if (items.length === 0) listPage = at
          items.push({
            level: numbering.level,
            ordered: numbered.has(`${numbering.id}:${numbering.level}`),
            children,
          })
        } else {
          yield* flush()
          const node: RootContent = paragraph(children)
          yield {
            node: /quot|zitat/i.test(style?.name ?? '') ? { type: 'blockquote', children: [node] } : node,
            page: at,
          }
        }
      }
      for (const box of boxes) yield* inBody(box)
      if (context.notes.length > 0) {
        yield* flush()
        yield* noted()
      }
    }
    async function* inTable(tbl: Element): AsyncGenerator<Block> {
      yield* flush()
      const at = page.number
      const rows: PhrasingContent[][][] = []
      const trs = childrenOf(tbl, 'tr')
      const cells = trs.map((tr) =>
        childrenOf(tr).flatMap((child) =>
          child.name === 'sdt' ? within(child, 'tc') : child.name === 'tc' ? [child] : [],
        ),
      )
      const [only] = cells.flat()
      if (only && cells.flat().length === 1) return yield* inBody(only)
      for (const tcs of cells) {
        const row: PhrasingContent[][] = []
        for (const tc of tcs) {
          const properties = below(tc, 'tcPr')
          const merge = below(properties, 'vMerge')
          const isContinued = merge !== undefined && valueOf(merge) !== 'restart'
          const texts: PhrasingContent[][] = []
          if (!isContinued) for (const p of paragraphsIn(tc)) texts.push(await docxInline(p, context))
          row.push(inCell(texts.filter((text) => text.length > 0)))
          for (
            let span = Math.min(100, Number(valueOf(below(properties, 'gridSpan')) ?? 1));
            span > 1;
            span--
          )
            row.push([])
        }
        rows.push(row)
      }
      const node = table(rows)
      if (node) yield { node, page: at }
      yield* noted()
    }
    async function* inBody(body: Element): AsyncGenerator<Block> {
      for (const child of childrenOf(body)) yield* inBlock(child)
    }
    async function* inBlock(child: Element): AsyncGenerator<Block> {
      if (child.name === 'p') yield* inParagraph(child)
      else if (child.name === 'tbl') yield* inTable(child)
      else if (child.name === 'sdt') {
        const gallery = valueOf(below(child, 'sdtPr', 'docPartObj', 'docPartGallery'))
        const content = below(child, 'sdtContent')
        if (gallery !== 'Table of Contents' && content) yield* inBody(content)
      } else if (['customXml', 'ins', 'smartTag'].includes(child.name)) yield* inBody(child)
    }
    for await (const child of elements(archive, part, ['p', 'tbl', 'sdt'])) yield* inBlock(child)
    yield* flush()
  })
