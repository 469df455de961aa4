import { worker } from '../../platform/events/worker.ts'
import { embedding } from '../queues.ts'

/** When what has failed is tried again, and how often: for a day. */
const pauseSeconds = 900
const maxRounds = 72

/**
 * Has embeddings made of the passages of a thing. The words are there before, and stay whatever becomes of this: a
 * passage without an embedding is found by its words.
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
