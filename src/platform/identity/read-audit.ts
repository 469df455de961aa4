import { inRequest, requestContext } from '../runtime/request-context.ts'
import { epochSeconds, now } from '../runtime/time.ts'
import * as z from '../schema/schema.ts'
import { entity } from '../table/entity.ts'

/** Longer than the table's stream keeps it. */
const keptSeconds = 2 * 86_400

/**
 * That an administrator read a thing by their role alone on a day, `YYYY-MM-DD` in UTC, for history alone: one for each
 * person, thing and day. Functions that only read may write under few keys, these among them (infra/roles.yml,
 * decision 0020).
 */
export const readings = entity({
  name: 'identity.reading',
  schema: z.object({
    user_id: z.string(),
    day: z.string(),
    type: z.string(),
    id: z.string(),
    until: z.int(),
  }),
  key: ({ user_id, day, type, id }: { user_id: string; day: string; type: string; id: string }) => ({
    pk: `reading#${user_id}`,
    sk: `${day}#${type}#${id}`,
  }),
  expires: ({ until }) => until,
})

export interface ReadThing {
  type: string
  id: string
}

/** How many readings a process remembers, so as not to write them again. */
const maxKnown = 10_000
const known = new Set<string>()

/**
 * Says that somebody may see a thing only because they are an administrator. It counts as read if it is the caller who
 * is meant, and their request succeeds.
 */
export const noteReading = (reader: { id: string }, { type, id }: ReadThing): void => {
  const context = requestContext()
  if (context.origin?.actor_id === reader.id)
    (context.readings ??= new Map()).set(`${type}#${id}`, { type, id })
}

/** Forgets what was noted in the present request: the answer that it was for is not given. */
export const discardReadings = (): void => {
  delete requestContext().readings
}

const keep = async (user_id: string, { type, id }: ReadThing): Promise<void> => {
  const day = now().slice(0, 10)
  const { pk, sk } = readings.keyOf({ user_id, day, type, id })
  if (known.has(`${pk}#${sk}`)) return
  await readings.ensure({ user_id, day, type, id, until: epochSeconds() + keptSeconds })
  if (known.size >= maxKnown) known.clear()
  known.add(`${pk}#${sk}`)
}

/** Leaves to history what was noted in the present request; before its answer, so that none is missing. */
export const keepReadings = async (user_id: string): Promise<void> => {
  const context = requestContext()
  const noted = [...(context.readings?.values() ?? [])]
  if (noted.length === 0) return
  // it is no change of the request, neither in what it answers nor in what is done again when it is repeated
  const { replay: _replay, observer: _observer, readings: _readings, ...own } = context
  await inRequest(own, () => Promise.all(noted.map((thing) => keep(user_id, thing))))
}
