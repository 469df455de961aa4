import type { PhrasingContent } from 'mdast'
import { blockquote, code, heading, paragraph as toParagraph, type Block } from '../../markdown/block.ts'
import { toTextLines } from '../../markdown/markdown.ts'
import { findByPath, type Element } from '../../xml.ts'
import type { DocxDocument } from './document.ts'
import type { ListNumbers } from './list-numbers.ts'
import { findNumbering, findOutlineDepth, getValue, type Numbering } from './styles.ts'

/** Format of a paragraph, from its style and its own properties. */
export type Format = { styleName: string; depth: number; numbering: Numbering | undefined }

export type Paragraph = { format: Format; page: number | null; children: PhrasingContent[] }

const tableOfContentsStyle = /^(?:toc|contents) \d|^toc heading|^table of/i
const codeStyle = /code|preformatted|source|listing|quelltext/i
const quoteStyle = /quot|zitat|^block text$/i
/** The list ID that removes a paragraph from the list of its style. */
const noNumbering = '0'

export const readFormat = (element: Element, { styles }: DocxDocument): Format => {
  const properties = findByPath(element, 'pPr')
  const style = styles.get(getValue(findByPath(properties, 'pStyle')) ?? '')
  return {
    styleName: style?.name ?? '',
    depth: findOutlineDepth(properties) ?? style?.depth ?? 0,
    numbering: findNumbering(properties) ?? style?.numbering,
  }
}

export const isTableOfContents = ({ styleName }: Format) => tableOfContentsStyle.test(styleName)

/** Converts a paragraph to a line of code, a heading, a list item, a line of a quotation, or text. */
export const paragraphToBlock = ({ format, page, children }: Paragraph, numbers: ListNumbers): Block => {
  const { styleName, depth, numbering } = format
  if (codeStyle.test(styleName)) return { node: code(toTextLines(children)), page, isLine: true }
  const isItem = numbering !== undefined && numbering.id !== noNumbering
  const { number, label } = (isItem && numbers.next(numbering)) || {}
  if (depth > 0 || styleName.toLowerCase() === 'title')
    return { node: heading(depth || 1, children), page, isTitle: depth === 0, ...(label && { label }) }
  const node = toParagraph(children)
  const numbered = number === undefined ? { ordered: false } : { ordered: true, number }
  if (isItem) return { node, page, item: { level: numbering.level, ...numbered } }
  return quoteStyle.test(styleName) ? { node: blockquote([node]), page, isLine: true } : { node, page }
}
