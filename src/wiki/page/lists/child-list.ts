import { readList, type PageRequest } from '../../../platform/table/list/list.ts'
import { pages, type StoredPage } from '../page.ts'
import type { TreeMove } from '../../space/tree.ts'

/**
 * Lists the children of a place in a space. Reads them in one round trip, in parallel with the tree of the space; the
 * returned function takes the moves into that space. Pages that arrive with a large tree take one more round trip.
 */
export const queryChildren = async (place: Pick<StoredPage, 'space_id' | 'parent_id'>, page: PageRequest) => {
  const sources = pages.in('children', place)
  const found = await readList(sources, page)

  return async (moves: TreeMove[]) => {
    if (place.parent_id === null || moves.length === 0) return found
    const arriving = moves.flatMap(({ from }) => pages.in('children', { ...place, space_id: from }))
    const { items, next_cursor } = await readList([...sources, ...arriving], page)
    // lists each page once, even while an index has it in both spaces
    const byId = new Map(items.map((item) => [item.id, { ...item, space_id: place.space_id }]))
    return { items: [...byId.values()], next_cursor }
  }
}
