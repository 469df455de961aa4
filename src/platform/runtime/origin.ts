import { isDeepStrictEqual } from 'node:util'
import { requestContext, type RequestOrigin } from './request-context.ts'

/** Who made a write, and by what: each item of a thing carries that of its last write. */
export type Origin = RequestOrigin & {
  request_id: string
  /** When, in milliseconds since 1970. */
  at: number
  /** What is put back from the trash, rather than made. */
  is_restored?: boolean
}

/** Says who is making the present request, and by what; of what was said before the rest stays. */
export const setOrigin = (origin: Partial<RequestOrigin>): void => {
  const context = requestContext()
  context.origin = { actor_id: null, via: 'system', ...context.origin, ...origin }
}

/** The origin of what is being written: the system's, unless somebody is known to make the request. */
export const presentOrigin = (): Origin => {
  const { requestId, origin } = requestContext()
  return { actor_id: null, via: 'system', ...origin, request_id: requestId, at: Date.now() }
}

type Written = Readonly<Record<string, unknown>>

/** Who made or changed an item; undefined for a write that says nothing of itself: what the one before said stays. */
export const originOfChange = (before: Written | undefined, after: Written): Origin | undefined =>
  isDeepStrictEqual(before?.['origin'], after['origin']) ? undefined : (after['origin'] as Origin | undefined)
