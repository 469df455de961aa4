import { invalid, invalidRequest } from '../runtime/problem.ts'
import { fieldPath } from './validation.ts'

/** No body of ours is deeper than this, `data` of messages included. */
const maxDepth = 100

/** A name by which objects would get other members than they say, once something copies them. */
const isForbidden = (name: PropertyKey | undefined) => name === '__proto__'

/** The place of the first text or name that cannot be, put together only when there is one. */
const placeIn = (value: unknown, depth = 0): PropertyKey[] | undefined => {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > maxDepth) throw invalidRequest(`The body may be nested at most ${maxDepth} levels deep.`)
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, member] of members) {
    const place = isForbidden(key) ? [] : (placeIn(key) ?? placeIn(member, depth + 1))
    if (place) return [key, ...place]
  }
  return undefined
}

/**
 * Half of a surrogate pair, which JSON can escape, is no character (RFC 8259 section 8.2) and could not be
 * stored: throws 422 that names its field, also for a body that is nested without end. A body may have a
 * million members.
 */
export const requireWellFormed = (body: object): void => {
  const place = placeIn(body)
  if (place)
    throw invalid(
      fieldPath(place),
      isForbidden(place.at(-1)) ? 'is not allowed as a field name' : 'must be well-formed Unicode',
    )
}
