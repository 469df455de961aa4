import type { Actor } from '../../../platform/identity/actor.ts'
import { isAmong } from '../../../platform/schema/list-fields.ts'
import type { ListPage, PageRequest } from '../../../platform/table/list/list.ts'
import type { Reader } from '../../../platform/resource.ts'
import { requireSpace } from '../../space/access.ts'
import { findSpaceAndTree, isPresent } from '../page-space.ts'
import { spaces } from '../../space/space.ts'
import { incomingMoves, type Tree } from '../../space/tree.ts'
import { readablePages } from '../access.ts'
import { queryFilteredPages, type PageFilters } from './filtered-list.ts'
import { queryChildren } from './child-list.ts'
import { siblingOrder, type StoredPage } from '../page.ts'

/** Maximum number of key ranges read at the same time. */
const maxRangesAtOnce = 25

/** A page, or the unread rest of a page's children; `trail` has the keys from the root down. */
interface Node {
  trail: string[]
  page?: StoredPage | Omit<StoredPage, 'content'>
  below?: { parent_id: string | null; after?: string | undefined }
}

/** Returns the ID at the end of a page's key among its siblings. */
const lastPathId = (key: string | undefined): string | null => key?.split('\u0001').at(-1) ?? null

/** Returns the nodes after a page in tree order: its children, its later siblings, those of its parent, and so on. */
const followingNodes = (cursor: string | undefined): Node[] => {
  const trail = cursor === undefined ? [] : (JSON.parse(cursor) as string[])
  return Array.from({ length: trail.length + 1 }, (_, level) => {
    const above = trail.slice(0, trail.length - level)
    return { trail: above, below: { parent_id: lastPathId(above.at(-1)), after: trail[above.length] } }
  })
}

/** Returns nodes in tree order, expanded up to one page more than the limit. */
const expandAll = async (start: Node[], limit: number, expand: (node: Node) => Promise<Node[]>) => {
  let nodes = start
  for (;;) {
    const pages = nodes.filter(({ page }) => page)
    const end = pages[limit] ? nodes.indexOf(pages[limit]) : nodes.length
    const open = nodes.slice(0, end).filter(({ below }) => below)
    if (open.length === 0) return nodes
    const read = new Map(
      await Promise.all(
        open.slice(0, maxRangesAtOnce).map(async (node) => [node, await expand(node)] as const),
      ),
    )
    nodes = nodes.slice(0, end + 1).flatMap((node) => read.get(node) ?? node)
  }
}

/** Returns a function that reads the children below a node of a space, at most `limit` and one. */
const childReader =
  (space_id: string, limit: number, finding: Promise<Tree | undefined>) =>
  async ({ trail, below }: Node): Promise<Node[]> => {
    const { parent_id, after } = below as NonNullable<Node['below']>
    const reading = queryChildren({ space_id, parent_id }, { limit: limit + 1, cursor: after })
    const [tree, read] = await Promise.all([finding, reading])
    if (parent_id !== null && !(await isPresent(tree, parent_id))) return []
    const { items, next_cursor } = await read(tree ? incomingMoves(tree) : [])
    const nodes = items.flatMap((page): Node[] => {
      const own = [...trail, siblingOrder(page)]
      const hasChildren = page.children_count > 0
      return [{ trail: own, page }, ...(hasChildren ? [{ trail: own, below: { parent_id: page.id } }] : [])]
    })
    return next_cursor === null ? nodes : [...nodes, { trail, below: { parent_id, after: next_cursor } }]
  }

/**
 * Returns one page of a space's pages in tree order: each page, then its descendants. Throws 404 if the caller cannot
 * see the space. Reads the range of each parent, up to 25 at once: one round trip for each level on the page.
 */
const queryTree = async (
  actor: Actor,
  space_id: string,
  { limit, cursor }: PageRequest,
): Promise<ListPage<StoredPage>> => {
  const finding = findSpaceAndTree(space_id).then(({ space, tree }) => {
    requireSpace(actor, space)
    return tree
  })
  const expand = childReader(space_id, limit, finding)
  const nodes = await expandAll(followingNodes(cursor), limit, expand)
  const shown = nodes.slice(0, limit)
  return {
    items: shown.flatMap(({ page }) => page ?? []),
    next_cursor: nodes.length > limit ? JSON.stringify(shown.at(-1)?.trail) : null,
  }
}

/**
 * Returns a page and its descendants in tree order without drafts; undefined if the page is a draft or the reader may
 * not read it. `isTruncated` is true if the tree has more than `limit` pages, and the others are missing.
 */
export const readSubtree = async (reader: Reader, id: string, limit: number) => {
  const [root] = await readablePages(reader, [{ id }])
  if (!root || root.status === 'draft') return undefined
  const { space_id } = root
  const finding = findSpaceAndTree(space_id).then(({ tree }) => tree)
  const start: Node[] = [
    { trail: [], page: root },
    { trail: [], below: { parent_id: id } },
  ]
  const nodes = await expandAll(start, limit, childReader(space_id, limit, finding))
  const rows = nodes.flatMap(({ page }) => page ?? [])
  const found = await readablePages(
    reader,
    rows.slice(0, limit).map((row) => ({ id: row.id, container: space_id })),
  )
  return { items: found.filter((page) => page !== undefined), isTruncated: rows.length > limit }
}

/** Returns one page of pages by filters; the tree of a space, without drafts, if `status` is the only other filter. */
export const queryPages = async (actor: Actor, filters: PageFilters, page: PageRequest) => {
  const { space_id, tag, author_id, subscribed, status } = filters
  if (space_id === undefined) return queryFilteredPages(actor, filters, page)
  if (tag ?? author_id ?? (subscribed || status?.includes('draft') || undefined)) {
    const [space, found] = await Promise.all([
      spaces.find({ id: space_id }),
      queryFilteredPages(actor, filters, page),
    ])
    requireSpace(actor, space)
    return found
  }
  const tree = await queryTree(actor, space_id, page)
  return { ...tree, items: tree.items.filter((one) => isAmong(status, one.status)) }
}
