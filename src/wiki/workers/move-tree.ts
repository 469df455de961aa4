import { worker } from '../../platform/events/worker.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { treeMoves } from '../queues.ts'
import { endMove, moveBelow } from '../tree/tree-move.ts'

/** How long one run lasts before it leaves the rest to the next. */
const runMilliseconds = 30_000

/** Lets a large tree follow its root to another space; cut off, it is done again from where its message began. */
export const moveTree = worker(treeMoves, {}, async ({ path, ...move }) => {
  setOrigin({ actor_id: move.by })
  const rest = await moveBelow(move, move.page_id, path, Date.now() + runMilliseconds)
  if (rest) return treeMoves.message({ ...move, path: rest })
  await endMove(move)
  return undefined
})
