import { refKey, type ResourceRef } from '../resource-ref.ts'
import { inRequest, requestContext } from '../runtime/request-context.ts'

/**
 * Says that somebody may see a thing only because they are an administrator. It counts as read if it is the caller who
 * is meant, and their request succeeds.
 */
export const noteReading = (reader: { id: string }, thing: ResourceRef): void => {
  const context = requestContext()
  if (context.origin?.actor_id === reader.id)
    (context.readings ??= new Map()).set(refKey(thing), { type: thing.type, id: thing.id })
}

/** Forgets what was noted in the present request: the answer that it was for is not given. */
export const discardReadings = (): void => {
  delete requestContext().readings
}

/** Leaves to history what was noted in the present request; before its answer, so that none is missing. */
export const keepReadings = async (user_id: string): Promise<void> => {
  const context = requestContext()
  const noted = [...(context.readings?.values() ?? [])]
  if (noted.length === 0) return
  // it is no change of the request, neither in what it answers nor in what is done again when it is repeated
  const { replay: _replay, observer: _observer, readings: _readings, ...own } = context
  const { keepReading } = await import('./readings.ts')
  await inRequest(own, () => Promise.all(noted.map((thing) => keepReading(user_id, thing))))
}
