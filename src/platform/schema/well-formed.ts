import { invalid, invalidRequest } from '../runtime/problem.ts'
import { fieldPath } from './validation.ts'

/** Maximum nesting depth of a body, including the `data` of messages. */
const maxDepth = 100

/** Returns true for a name that would change the prototype of a copy of the object. */
const isForbidden = (name: PropertyKey | undefined) => name === '__proto__'

/** Returns the path of the first malformed text or forbidden name; builds it only if there is one. */
const malformedPath = (value: unknown, depth = 0): PropertyKey[] | undefined => {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > maxDepth) throw invalidRequest(`The body must not be nested more than ${maxDepth} levels deep.`)
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, member] of members) {
    const place = isForbidden(key) ? [] : (malformedPath(key) ?? malformedPath(member, depth + 1))
    if (place) return [key, ...place]
  }
  return undefined
}

/**
 * Throws 422 with the name of the field if a text contains half of a surrogate pair, which JSON can escape but which is
 * no character (RFC 8259 section 8.2) and could not be stored. Also throws 422 for a forbidden field name or too deep
 * nesting. A body may have a million members.
 */
export const requireWellFormed = (body: object): void => {
  const place = malformedPath(body)
  if (place)
    throw invalid(
      fieldPath(place),
      isForbidden(place.at(-1)) ? 'is not allowed as a field name' : 'must be well-formed Unicode',
    )
}
