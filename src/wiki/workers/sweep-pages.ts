import { sweeper } from '../../platform/events/sweeper.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { sweepBelow, sweepItems } from '../tree/page-tree.ts'
import { pages } from '../page/page.ts'
import { spaces } from '../space/space.ts'
import { sweeps, type Sweep } from '../queues.ts'
import { trees, withoutSweep } from '../tree/tree.ts'

const endSweep = async (space_id: string, page_id: string) => {
  const tree = await trees.find({ space_id })
  if (tree) await trees.update(tree, (current) => ({ sweeps: withoutSweep(current, page_id) }))
}

/** Does a part of the work, or all; tells whether that was all. */
const sweep = async (message: Sweep, until: number): Promise<boolean> => {
  const isKept =
    message.what === 'space'
      ? !(await isGoneForGood(spaces, message.space_id))
      : !(await isGoneForGood(pages, message.page_id))
  if (isKept) return true
  if (message.what === 'page') return sweepItems(message.page_id, until)
  const { space_id } = message
  if (message.what === 'space') {
    const isDone = await sweepBelow(space_id, spaces.keyOf({ id: space_id }).pk, until)
    if (isDone) await trees.remove({ space_id })
    return isDone
  }
  const isDone = await sweepBelow(space_id, pages.keyOf({ id: message.page_id }).pk, until)
  if (isDone) await endSweep(space_id, message.page_id)
  return isDone
}

/** Removes what has gone with a page or a space that was removed before there was a trash. */
export const sweepPages = sweeper(sweeps, sweep)
