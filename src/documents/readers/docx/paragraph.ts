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

const toHeading = ({ format, page, children }: Paragraph, label: string | undefined): Block => {
  const isTitle = format.depth === 0
  return { node: heading(format.depth || 1, children), page, isTitle, ...(label && { label }) }
}

/** Converts a paragraph to a line of code, a heading, a list item, a line of a quotation, or text. */
export const paragraphToBlock = (paragraph: Paragraph, numbers: ListNumbers): Block => {
  const { format, page, children } = paragraph
  const { styleName, depth, numbering } = format
  if (codeStyle.test(styleName)) return { node: code(toTextLines(children)), page, isLine: true }
  const isItem = numbering !== undefined && numbering.id !== noNumbering
  const { number, label } = (isItem && numbers.next(numbering)) || {}
  if (depth > 0 || styleName.toLowerCase() === 'title') return toHeading(paragraph, label)
  const node = toParagraph(children)
  if (isItem) {
    const item = { level: numbering.level, ordered: number !== undefined }
    return { node, page, item: number === undefined ? item : { ...item, number } }
  }
  return quoteStyle.test(styleName) ? { node: blockquote([node]), page, isLine: true } : { node, page }
}
