import type { BlockContent, PhrasingContent, Table } from 'mdast'
import { paragraph, textNode } from '../../markdown/block.ts'
import { readOmml } from '../../markdown/formula.ts'
import { applyMarks, joinCell, mergeRuns, trimInline } from '../../markdown/inline.ts'
import { list, type ListItem } from '../../markdown/list.ts'
import type { Relationships } from '../../relationships.ts'
import { table } from '../../markdown/table.ts'
import { childElements, findByPath, findElements, textContent, type Element } from '../../xml.ts'

type Inline = PhrasingContent[]

const monospaced = /courier|consolas|mono/i
const generatedField = /slidenum|datetime/i
/** Addresses, and slides by their parts. */
const linkedUrl = /^https?:|^mailto:|^#/

const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** A run or field with its marks and its link. */
const readRun = (run: Element, relationships: Relationships): Inline => {
  const text = textContent(findByPath(run, 't'))
  if (!text) return []
  const properties = findByPath(run, 'rPr')
  const { b, i, strike = '' } = properties?.attributes ?? {}
  const font = findByPath(properties, 'latin')?.attributes['typeface'] ?? ''
  const children = applyMarks([textNode(text)], {
    strong: isOn(b),
    emphasis: isOn(i),
    delete: /^(?:sng|dbl)/.test(strike),
    code: monospaced.test(font),
  })
  const linkId = findByPath(properties, 'hlinkClick')?.attributes['r:id'] ?? ''
  const { target = '', type = '' } = relationships.get(linkId) ?? {}
  const url = type === 'slide' ? `#${target}` : target
  return linkedUrl.test(url) ? [{ type: 'link', url, children }] : children
}

/** A field, unless it is the number or the date of a slide. */
const readField = (field: Element, relationships: Relationships): Inline =>
  generatedField.test(field.attributes['type'] ?? '') ? [] : readRun(field, relationships)

const inlineHandlers = new Map<string, (element: Element, relationships: Relationships) => Inline>([
  ['br', () => [{ type: 'break' }]],
  ['r', readRun],
  ['fld', readField],
  // formulas, in newer files beside a picture for older programs
  ['m', (element) => findElements(element, 'oMath').map(readOmml)],
  [
    'AlternateContent',
    (element, relationships) => readChildren(findByPath(element, 'Choice'), relationships),
  ],
])

const readChildren = (element: Element | undefined, relationships: Relationships): Inline =>
  childElements(element).flatMap((child) => inlineHandlers.get(child.name)?.(child, relationships) ?? [])

export const readPptxInline = (element: Element, relationships: Relationships): Inline =>
  trimInline(mergeRuns(readChildren(element, relationships)))

type Paragraph = { properties: Element | undefined; children: Inline }

const readParagraphs = (body: Element | undefined, relationships: Relationships): Paragraph[] =>
  childElements(body, 'p')
    .map((element) => ({
      properties: findByPath(element, 'pPr'),
      children: readPptxInline(element, relationships),
    }))
    .filter(({ children }) => children.length > 0)

/** A paragraph as an item of a list; undefined for one without a bullet. */
const toItem = ({ properties, children }: Paragraph, hasBullets: boolean): ListItem | undefined => {
  const ordered = findByPath(properties, 'buAutoNum') !== undefined
  const hasBullet = ordered || hasBullets || findByPath(properties, 'buChar') !== undefined
  if (!hasBullet || findByPath(properties, 'buNone')) return undefined
  return { level: Number(properties?.attributes['lvl'] ?? 0), ordered, children }
}

/** The paragraphs of a shape: several in a body placeholder, or those with a bullet of their own, make a list. */
export const readTextBody = (
  body: Element,
  isBody: boolean,
  relationships: Relationships,
): BlockContent[] => {
  const paragraphs = readParagraphs(body, relationships)
  const blocks: BlockContent[] = []
  let items: ListItem[] = []
  for (const each of paragraphs) {
    const item = toItem(each, isBody && paragraphs.length > 1)
    if (item) items.push(item)
    else {
      if (items.length > 0) blocks.push(list(items))
      items = []
      blocks.push(paragraph(each.children))
    }
  }
  return items.length > 0 ? [...blocks, list(items)] : blocks
}

const readCell = (cell: Element, relationships: Relationships): Inline => {
  if (isOn(cell.attributes['hMerge']) || isOn(cell.attributes['vMerge'])) return []
  const paragraphs = readParagraphs(findByPath(cell, 'txBody'), relationships)
  return joinCell(paragraphs.map(({ children }) => children))
}

export const readPptxTable = (element: Element, relationships: Relationships): Table | undefined =>
  table(
    childElements(element, 'tr').map((row) =>
      childElements(row, 'tc').map((cell) => readCell(cell, relationships)),
    ),
  )
