import { worker } from '../../platform/events/worker.ts'
import { embedding } from '../queues.ts'

/** Delay before another round of attempts, in seconds, and maximum number of rounds: 18 hours plus the attempts. */
const pauseSeconds = 900
const maxRounds = 72

/**
 * Embeds the passages of a resource. Its index terms are written before and do not depend on the outcome: a passage
 * without an embedding is found by its words.
 */
export const embedPassages = worker(
  embedding,
  {
    giveUp: async ({ rounds, ...rest }) =>
      rounds < maxRounds ? embedding.message({ ...rest, rounds: rounds + 1 }, pauseSeconds) : undefined,
  },
  async ({ type, id, from }) => {
    const { embedThing } = await import('../passage-vectors.ts')
    const next = await embedThing({ type, id }, from)
    return next === undefined ? undefined : embedding.message({ type, id, from: next })
  },
)
