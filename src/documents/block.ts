import type { BlockContent, Heading, PhrasingContent, RootContent, Table } from 'mdast'
import type { Images } from './images.ts'

/** A piece of a document in reading order, with the page, slide or sheet it stands on, from 1. */
export type Block = { node: RootContent; page: number | null; title?: boolean }

/** A file that is being read: `progress` takes a fraction of 1. */
export type Reading = {
  path: string
  images: Images
  progress: (fraction: number) => void
  signal: AbortSignal | undefined
}

export type Read = (reading: Reading) => AsyncIterable<Block>

export const textNode = (value: string): PhrasingContent => ({ type: 'text', value })

export const paragraph = (children: PhrasingContent[]): BlockContent => ({ type: 'paragraph', children })

export const heading = (depth: number, children: PhrasingContent[]): Heading => {
  const within = Math.min(6, Math.max(1, depth))
  return {
    type: 'heading',
    depth: within === 1 ? 1 : within === 2 ? 2 : within === 3 ? 3 : within === 4 ? 4 : within === 5 ? 5 : 6,
    children,
  }
}

/** A table out of rows of cells; short rows are filled, empty columns at the end and empty rows are left out. */
export const table = (rows: PhrasingContent[][][]): Table | undefined => {
  const filled = rows.filter((row) => row.some((cell) => cell.length > 0))
  const width = Math.max(0, ...filled.map((row) => row.findLastIndex((cell) => cell.length > 0) + 1))
  if (width === 0) return undefined
  return {
    type: 'table',
    children: filled.map((row) => ({
      type: 'tableRow',
      children: Array.from({ length: width }, (_, at) => ({ type: 'tableCell', children: row[at] ?? [] })),
    })),
  }
}

export const plainTable = (rows: string[][]): Table | undefined =>
  table(
    rows.map((row) =>
      row.map((cell) => (cell.trim() ? [textNode(cell.trim().replace(/\s*\n\s*/g, ' '))] : [])),
    ),
  )
