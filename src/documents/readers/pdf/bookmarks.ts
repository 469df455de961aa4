import type { Bookmark } from './layout/headings.ts'
import type { PdfDocument } from './layout/page.ts'

type Node = { title: string; dest: unknown; items: Node[] }

type Reference = { num?: number; gen?: number }

/** A page by its reference or its number from 0, and its part to show: XYZ has the height second, FitH first. */
type Destination = [page?: number | Reference | null, kind?: { name?: string } | null, ...places: unknown[]]

const maxBookmarks = 3_000
const maxDepth = 6
const maxTitleCharacters = 300
const parentMark = /\/First\s+\d+\s+\d+\s+R/g

/** Counts bookmarks with children: objects with a reference to a first child. */
export const countParents = (objects: Buffer[]): number =>
  objects.reduce((sum, bytes) => sum + (bytes.toString('latin1').match(parentMark)?.length ?? 0), 0)

/** Page numbers of a document by the IDs of their objects. */
export type PagesById = Map<string, number>

export const pageId = ({ num, gen }: Reference): string => `${num} ${gen}`

/** Yields bookmarks in document order, each with its depth from 1. */
function* walk(nodes: Node[]): Generator<{ node: Node; depth: number }> {
  const open = nodes.toReversed().map((node) => ({ node, depth: 1 }))
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    const depth = Math.min(maxDepth, next.depth + 1)
    for (const node of next.node.items.toReversed()) open.push({ node, depth })
  }
}

const findHeight = ([, kind, first, second]: Destination): number | null => {
  const name = kind?.name ?? ''
  const height = name === 'XYZ' ? second : first
  return typeof height === 'number' && /^(?:XYZ|FitB?H)$/.test(name) ? height : null
}

const resolveDestination = async (document: PdfDocument, dest: unknown): Promise<Destination> => {
  const named = typeof dest === 'string' ? await document.getDestination(dest).catch(() => null) : dest
  return Array.isArray(named) ? (named as Destination) : []
}

export const readBookmarks = async (
  document: PdfDocument,
  pages: PagesById,
  requireTime: () => void,
): Promise<Bookmark[]> => {
  const nodes = ((await document.getOutline().catch(() => null)) ?? []) as Node[]
  const bookmarks: Bookmark[] = []
  for (const { node, depth } of walk(nodes).take(maxBookmarks)) {
    requireTime()
    const dest = await resolveDestination(document, node.dest)
    const page = typeof dest[0] === 'number' ? dest[0] + 1 : pages.get(pageId(dest[0] ?? {}))
    const title = node.title
      .slice(0, maxTitleCharacters)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    if (page !== undefined && page <= document.numPages && title)
      bookmarks.push({ title, depth, page, y: findHeight(dest) })
  }
  return bookmarks
}
