import type { Element, Nodes } from 'hast'
import { maxCells } from '../../markdown/table.ts'
import { tooWide } from '../../unreadable-file.ts'
import { childrenOf } from './nodes.ts'

/** Returns the rows of a table, including those of nested tables. */
const listRows = (node: Nodes): Element[] =>
  childrenOf(node).flatMap((child) => {
    const rows = listRows(child)
    return child.type === 'element' && child.tagName === 'tr' ? [child, ...rows] : rows
  })

const spanOf = ({ properties }: Element, name: 'colSpan' | 'rowSpan') =>
  Math.max(1, Number(properties[name]) || 1)

const listCells = (row: Element) => row.children.filter((child) => child.type === 'element')

const widthOf = (row: Element) => listCells(row).reduce((sum, cell) => sum + spanOf(cell, 'colSpan'), 0)

const heightOf = (row: Element) =>
  listCells(row).reduce((most, cell) => Math.max(most, spanOf(cell, 'rowSpan')), 1)

const requireSmall = (table: Nodes) => {
  const rows = listRows(table)
  const width = rows.reduce((widest, row) => Math.max(widest, widthOf(row)), 0)
  const spanned = rows.reduce((sum, row) => sum + widthOf(row) * heightOf(row), 0)
  if (Math.max(width * rows.length, spanned) > maxCells) throw tooWide()
}

/**
 * Throws `UnreadableFile` if a table of the page would have too many cells after its rows are filled to equal length.
 */
export const requireSmallTables = (node: Nodes): void => {
  if (node.type === 'element' && node.tagName === 'table') requireSmall(node)
  else for (const child of childrenOf(node)) requireSmallTables(child)
}
