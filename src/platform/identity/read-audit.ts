import { refKey, type ResourceRef } from '../resource-ref.ts'
import { inRequest, requestContext } from '../runtime/request-context.ts'

/**
 * Notes that a person sees a resource only because they are an administrator. It counts as a read if the person is the
 * caller and the request succeeds.
 */
export const noteReading = (reader: { id: string }, thing: ResourceRef): void => {
  const context = requestContext()
  if (context.origin?.actor_id === reader.id)
    (context.readings ??= new Map()).set(refKey(thing), { type: thing.type, id: thing.id })
}

/** Discards the reads noted in the current request, because its response is not sent. */
export const discardReadings = (): void => {
  delete requestContext().readings
}

/** Stores the reads noted in the current request for history, before the response so that none is lost. */
export const keepReadings = async (user_id: string): Promise<void> => {
  const context = requestContext()
  const noted = [...(context.readings?.values() ?? [])]
  if (noted.length === 0 || context.observer?.isUnattended) return
  // a read is not a change of the request: neither part of its response nor repeated in a retry
  const { replay: _replay, observer: _observer, readings: _readings, ...own } = context
  const { recordPrivilegedRead } = await import('./privileged-reads.ts')
  await inRequest(own, () => Promise.all(noted.map((thing) => recordPrivilegedRead(user_id, thing))))
}
