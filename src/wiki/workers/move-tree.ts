import { worker } from '../../platform/events/worker.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { treeMoves } from '../queues.ts'
import { endMove, moveBelow } from '../page/tree/tree-move.ts'

/** Maximum duration of one run; the next message continues the work. */
const runMilliseconds = 30_000

/**
 * Moves the descendants of a moved root to the other space; an interrupted run is repeated from the path in its
 * message.
 */
export const moveTree = worker(treeMoves, {}, async ({ path, ...move }) => {
  setOrigin({ actor_id: move.by })
  const rest = await moveBelow(move, move.page_id, path, Date.now() + runMilliseconds)
  if (rest) return treeMoves.message({ ...move, path: rest })
  await endMove(move)
  return undefined
})
