import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { maxWritesTogether, transact } from '../../platform/table/table.ts'
import { toTrash } from '../../platform/trash/moves.ts'
import { toStoreChunks } from '../../platform/trash/trash-chunk.ts'
import { children } from './tree/child.ts'
import { requireWritablePage } from './access.ts'
import { requirePublished } from './status.ts'
import { countInTree, toCountChild, toCountPages } from './tree/parent.ts'
import { requireArrived } from './page-space.ts'
import { findDescendants } from './tree/page-tree.ts'
import { trashedPage } from './trash.ts'
import { pages, parentPartition, type StoredPage } from './page.ts'
import { trees, withSweep } from '../space/tree.ts'

export const pageHasChildren = problem(
  'wiki.page_has_children',
  409,
  'The page has pages below it; send recursive=true to delete them too.',
)

/**
 * Moves a page to the trash; with `recursive`, its descendants as well, if they fit into one transaction. Otherwise
 * only the page itself is moved, and its descendants stay in place, hidden: reads then check that all ancestors of a
 * page exist.
 */
export const removePage = (actor: Actor, first: StoredPage, recursive: boolean, ifMatch: IfMatch) =>
  pages.modify(first, async (current) => {
    const { tree } = await requireWritablePage(actor, current)
    requirePublished(current)
    await requireArrived(tree, current)
    const { id, space_id, children_count } = current
    const removal = pages.toRemoveRead(current, ['children_count'], ifMatch)
    if (children_count > 0 && !recursive) throw pageHasChildren()

    const below = await findDescendants(current)
    const toRemove = (removed: StoredPage[], is_whole: boolean) => [
      removal,
      children.toRemove({ parent: parentPartition(current), id }),
      ...toCountChild(current, -1),
      toCountPages(space_id, -countInTree(current) - removed.length),
      ...removed.map((page) => pages.toRemoveRead(page, ['children_count'])),
      ...toStoreChunks(id, removed.map(pages.itemOf)),
      ...toTrash(actor, { ...trashedPage(current), item_count: 1 + removed.length, is_whole }),
    ]
    const together = below && toRemove(below, true)
    if (together && together.length <= maxWritesTogether) return transact(together)
    const hidden = trees.toUpdate(tree, { sweeps: withSweep(tree, id) })
    return transact([...toRemove([], false), hidden])
  })
