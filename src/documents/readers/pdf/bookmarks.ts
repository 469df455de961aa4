import type { getDocumentProxy } from 'unpdf'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** A bookmark of a document; `y` is the height of its destination in points from below, where it has one. */
export type Bookmark = { title: string; depth: number; page: number; y: number | null }

type Node = { title: string; dest: unknown; items: Node[] }

/** Of more bookmarks, the first ones are read. */
const maxBookmarks = 3_000
const maxDepth = 6
const maxTitleCharacters = 300

/** The pages of a document by the ids of their objects. */
export type PagesById = Map<string, number>

export const pageId = ({ num, gen }: { num: number; gen: number }): string => `${num} ${gen}`

/** Bookmarks one after the other as they are shown, each with its depth from 1. */
function* walk(nodes: Node[]): Generator<{ node: Node; depth: number }> {
  const open = nodes.toReversed().map((node) => ({ node, depth: 1 }))
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    const depth = Math.min(maxDepth, next.depth + 1)
    for (const node of next.node.items.toReversed()) open.push({ node, depth })
  }
}

const isPageReference = (value: unknown): value is { num: number; gen: number } =>
  typeof value === 'object' && value !== null && 'num' in value && 'gen' in value

const findPage = (target: unknown, pages: PagesById): number | undefined => {
  if (typeof target === 'number') return target + 1
  return isPageReference(target) ? pages.get(pageId(target)) : undefined
}

const isName = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value

/** The height that a destination names: XYZ has it behind the left edge, FitH alone. */
const findHeight = ([, kind, first, second]: unknown[]): number | null => {
  const height = isName(kind) && kind.name === 'XYZ' ? second : first
  return typeof height === 'number' && isName(kind) && /^(?:XYZ|FitB?H)$/.test(kind.name) ? height : null
}

const resolve = async (document: PdfDocument, dest: unknown): Promise<unknown[] | null> => {
  const named = typeof dest === 'string' ? await document.getDestination(dest).catch(() => null) : dest
  return Array.isArray(named) ? named : null
}

/** The bookmarks of a document that lead to one of its pages, as far as they can be read. */
export const readBookmarks = async (
  document: PdfDocument,
  pages: PagesById,
  requireTime: () => void,
): Promise<Bookmark[]> => {
  const nodes = ((await document.getOutline().catch(() => null)) ?? []) as Node[]
  const bookmarks: Bookmark[] = []
  let count = 0
  for (const { node, depth } of walk(nodes)) {
    requireTime()
    if (++count > maxBookmarks) break
    const dest = await resolve(document, node.dest)
    const page = dest && findPage(dest[0], pages)
    const title = node.title
      .slice(0, maxTitleCharacters)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    if (dest && page !== undefined && page !== null && page <= document.numPages && title)
      bookmarks.push({ title, depth, page, y: findHeight(dest) })
  }
  return bookmarks
}
