import { retryOnConflict } from '../../../platform/table/conflict.ts'
import { readList } from '../../../platform/table/list/list.ts'
import { transact } from '../../../platform/table/table.ts'
import { children } from './child.ts'
import { toCountPages } from './parent.ts'
import { pages, type StoredPage } from '../page.ts'
import { spaces } from '../../space/space.ts'
import { ongoingMoves, trees, withoutMove, type TreeMove } from '../../space/tree.ts'

/**
 * Maximum number of pages moved in one transaction; DynamoDB accepts 100 writes, and the transaction has other writes.
 */
const pagesAtOnce = 90

/** Reloads the listed children of a page; `late` has those that are still stored under the former space. */
const findLate = async ({ id, from }: TreeMove, parent_id: string, listed: { id: string }[]) => {
  const [tree, found] = await Promise.all([trees.find({ space_id: from }), pages.findMany(listed)])
  const below = found.filter((page) => page?.parent_id === parent_id) as StoredPage[]
  // after its end, another delivery of the message has finished the move
  const isOngoing = tree !== undefined && ongoingMoves(tree).some((move) => move.id === id)
  return { below, late: isOngoing ? below.filter(({ space_id }) => space_id === from) : [], tree }
}

/** Moves the listed children of a page to the new space. Returns the IDs of those that may have descendants. */
const moveListed = (move: TreeMove, parent_id: string, listed: { id: string }[]): Promise<string[]> =>
  retryOnConflict(async () => {
    const [{ below, late, tree }, [former, next]] = await Promise.all([
      findLate(move, parent_id, listed),
      spaces.findMany([{ id: move.from }, { id: move.to }]),
    ])
    if (late.length > 0)
      await transact([
        ...(tree ? [trees.toRequireRead(tree)] : []),
        ...late.map((page) => pages.toUpdate(page, { space_id: move.to })),
        ...(former ? [toCountPages(former.id, -late.length)] : []),
        ...(next ? [toCountPages(next.id, late.length)] : []),
      ])
    return below.filter(({ children_count }) => children_count > 0).map(({ id }) => id)
  })

/**
 * Moves the descendants of a page that has moved to another space, top-down; a page created below a page meanwhile is
 * found with its siblings, or is already in the new space. If the time `until` (milliseconds since 1970) passes before
 * the end, returns the path of pages at which to continue. The work can be repeated from that path or from the start.
 */
export const moveBelow = async (
  move: TreeMove,
  parent_id: string,
  [at, ...path]: string[],
  until: number,
): Promise<string[] | undefined> => {
  const { pk: parent } = pages.keyOf({ id: parent_id })
  if (at !== undefined) {
    const rest = await moveBelow(move, at, path, until)
    if (rest) return [at, ...rest]
  }
  let cursor = at === undefined ? undefined : children.keyOf({ parent, id: at }).sk
  do {
    const page = await readList(children.in('of', { parent }), { limit: pagesAtOnce, cursor })
    for (const id of await moveListed(move, parent_id, page.items)) {
      const rest = Date.now() > until ? [] : await moveBelow(move, id, [], until)
      if (rest) return [id, ...rest]
    }
    cursor = page.next_cursor ?? undefined
    const last = page.items.at(-1)
    if (cursor !== undefined && last && Date.now() > until) return [last.id]
  } while (cursor !== undefined)
  return undefined
}

/** Marks a move as ended in the trees of both spaces. */
export const endMove = async (move: TreeMove): Promise<void> => {
  for (const space_id of [move.to, move.from]) {
    const tree = await trees.find({ space_id })
    if (tree) await trees.update(tree, (current) => ({ moves: withoutMove(current, move) }))
  }
}
