import { isDeepStrictEqual } from 'node:util'
import { requestContext, type RequestOrigin } from './request-context.ts'

/** Actor and channel of a write. Each item of a resource stores the origin of its last write. */
export type Origin = RequestOrigin & {
  request_id: string
  /** Time of the write, in milliseconds since 1970. */
  at: number
  /** True if the write restores a resource from the trash instead of creating one. */
  is_restored?: boolean
}

/** Sets the actor and channel of the current request; keeps previously set fields that `origin` does not contain. */
export const setOrigin = (origin: Partial<RequestOrigin>): void => {
  const context = requestContext()
  context.origin = { actor_id: null, via: 'system', ...context.origin, ...origin }
}

/** Returns the origin of the current write; the system's, unless the actor of the request is known. */
export const presentOrigin = (): Origin => {
  const { requestId, origin } = requestContext()
  return { actor_id: null, via: 'system', ...origin, request_id: requestId, at: Date.now() }
}

type Written = Readonly<Record<string, unknown>>

/**
 * Returns the origin of a change to an item; undefined if the write set no origin and the item kept the previous one.
 */
export const originOfChange = (before: Written | undefined, after: Written): Origin | undefined =>
  isDeepStrictEqual(before?.['origin'], after['origin']) ? undefined : (after['origin'] as Origin | undefined)
