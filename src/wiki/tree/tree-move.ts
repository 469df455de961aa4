import { retryOnConflict } from '../../platform/table/conflict.ts'
import { batchesOf } from '../../platform/runtime/batches.ts'
import { readList } from '../../platform/table/list/list.ts'
import { transact } from '../../platform/table/table.ts'
import { children } from './child.ts'
import { maxDraftsPerTransaction, toLeaveBehind } from './left-drafts.ts'
import { toCountPages } from './parent.ts'
import { isDraftOfAnother } from '../page/place.ts'
import { pages, type StoredPage } from '../page/page.ts'
import { spaces } from '../space/space.ts'
import { ongoingMoves, trees, withoutMove, type TreeMove } from './tree.ts'

/** How many pages move in one transaction; DynamoDB takes 100 writes, and others go along. */
const pagesAtOnce = 90

/** Reads some pages below one again and lets `write` have those that are under their former space still. */
const findLate = async ({ id, from }: TreeMove, parent_id: string, listed: { id: string }[]) => {
  const [tree, found] = await Promise.all([trees.find({ space_id: from }), pages.findMany(listed)])
  const below = found.filter((page) => page?.parent_id === parent_id) as StoredPage[]
  // at its end it is done by another delivery of its message
  const isOngoing = tree !== undefined && ongoingMoves(tree).some((move) => move.id === id)
  return { below, late: isOngoing ? below.filter(({ space_id }) => space_id === from) : [], tree }
}

/** Lets some pages below one follow to the new space; drafts of others stay. Gives those below which more may be. */
const moveListed = (move: TreeMove, parent_id: string, listed: { id: string }[]): Promise<string[]> =>
  retryOnConflict(async () => {
    const [{ below, late, tree }, [former, next]] = await Promise.all([
      findLate(move, parent_id, listed),
      spaces.findMany([{ id: move.from }, { id: move.to }]),
    ])
    const drafts = late.filter((page) => isDraftOfAnother(move.by, page))
    const taken = late.filter((page) => !drafts.includes(page))
    const ongoing = tree ? [trees.toRequireRead(tree)] : []
    if (taken.length > 0)
      await transact([
        ...ongoing,
        ...taken.map((page) => pages.toUpdate(page, { space_id: move.to })),
        ...(former ? [toCountPages(former.id, taken, -1)] : []),
        ...(next ? [toCountPages(next.id, taken, 1)] : []),
      ])
    for (const some of batchesOf(drafts, maxDraftsPerTransaction))
      await transact([...ongoing, ...toLeaveBehind(parent_id, some)])
    return below.filter(({ children_count }) => children_count > 0).map(({ id }) => id)
  })

/**
 * Lets what is below a page that has moved to another space follow, from above to below: what is made below a page
 * meanwhile is found with it, or is in the new space already. Gives the path of pages at which to go on when the time
 * `until` (milliseconds since 1970) came before the end; from there or from the beginning it can be repeated.
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

/** Says in the trees of both spaces that all has arrived. */
export const endMove = async (move: TreeMove): Promise<void> => {
  for (const space_id of [move.to, move.from]) {
    const tree = await trees.find({ space_id })
    if (tree) await trees.update(tree, (current) => ({ moves: withoutMove(current, move) }))
  }
}
