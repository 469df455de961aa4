import type { PhrasingContent } from 'mdast'
import type { Archive } from '../archive.ts'
import { textNode } from '../block.ts'
import type { Images } from '../images.ts'
import { styled, joined } from '../inline.ts'
import { below, childrenOf, textOf, within, type Element } from '../xml.ts'
import { valueOf } from './docx-styles.ts'

export type DocxContext = {
  archive: Archive
  images: Images
  relations: Map<string, { target: string; type: string }>
  page: { number: number | null }
  /** Footnotes met in the paragraph that is being read. */
  notes: string[]
}

const isOn = (properties: Element | undefined, name: string): boolean => {
  const element = below(properties, name)
  return element !== undefined && !['0', 'false', 'none', 'off'].includes(valueOf(element) ?? '1')
}

const monospaced = /courier|consolas|menlo|monaco|mono\b|code/i

const imageOf = async (drawing: Element, context: DocxContext): Promise<PhrasingContent[]> => {
  const [blip] = within(drawing, 'blip', 'imagedata')
  const id = blip?.attributes['r:embed'] ?? blip?.attributes['r:id']
  const target = id ? context.relations.get(id)?.target : undefined
  if (!target || !context.archive.has(target)) return []
  const alt = within(drawing, 'docPr')[0]?.attributes['descr'] ?? ''
  const url = await context.images.add(target, () => context.archive.bytes(target))
  return url ? [{ type: 'image', url, alt: alt.replace(/\s+/g, ' ').trim() }] : []
}

const inRun = async (run: Element, context: DocxContext): Promise<PhrasingContent[]> => {
  const properties = below(run, 'rPr')
  if (isOn(properties, 'vanish')) return []
  const found: PhrasingContent[] = []
  for (const child of childrenOf(run)) {
    const { name, attributes } = child
    if (name === 't') found.push(textNode(textOf(child)))
    else if (name === 'tab') found.push(textNode(' '))
    else if (name === 'noBreakHyphen') found.push(textNode('-'))
    else if (name === 'sym') found.push(textNode('•'))
    else if (name === 'lastRenderedPageBreak' && context.page.number !== null) context.page.number += 1
    else if (name === 'br' && (attributes['w:type'] ?? 'textWrapping') === 'textWrapping')
      found.push({ type: 'break' })
    else if (name === 'drawing' || name === 'pict' || name === 'object')
      found.push(...(await imageOf(child, context)))
    else if (name === 'AlternateContent')
      found.push(...(await imageOf(below(child, 'Choice') ?? child, context)))
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const label = `${name === 'endnoteReference' ? 'e' : ''}${attributes['w:id']}`
      context.notes.push(label)
      found.push({ type: 'footnoteReference', identifier: label, label })
    }
  }
  const isCode =
    monospaced.test(below(properties, 'rFonts')?.attributes['w:ascii'] ?? '') ||
    monospaced.test(valueOf(below(properties, 'rStyle')) ?? '')
  return styled(found, {
    strong: isOn(properties, 'b'),
    emphasis: isOn(properties, 'i'),
    delete: isOn(properties, 'strike'),
    code: isCode,
  })
}

/** The inline content of a paragraph, with what was deleted under tracked changes left out. */
export const docxInline = async (parent: Element, context: DocxContext): Promise<PhrasingContent[]> => {
  const found: PhrasingContent[] = []
  for (const child of childrenOf(parent)) {
    if (child.name === 'r') found.push(...(await inRun(child, context)))
    else if (child.name === 'hyperlink') {
      const target = context.relations.get(child.attributes['r:id'] ?? '')?.target
      const children = await docxInline(child, context)
      if (target && children.length > 0)
        found.push({
          type: 'link',
          url: target,
          children: children.filter((node) => node.type !== 'link') as never,
        })
      else found.push(...children)
    } else if (child.name === 'oMath' || child.name === 'oMathPara')
      found.push(textNode(within(child, 't').map(textOf).join('')))
    else if (!['pPr', 'del', 'moveFrom', 'rPr'].includes(child.name))
      found.push(...(await docxInline(child, context)))
  }
  return joined(found)
}
