import { acceptWeight } from '../exchange/accept-weight.ts'

/** A media range: `text/html`, `text/*` or `*` + `/*`. */
const mediaRange = /^([\w!#$&^.+-]+|\*)\/([\w!#$&^.+-]+|\*)$/

/**
 * Returns the precision with which a range matches a type: 3 for the type itself, 2 for its top-level type, 1 for any
 * type, 0 for no match.
 */
const closeness = (range: string, type: string): number => {
  if (range === type) return 3
  if (range === `${type.split('/')[0]}/*`) return 2
  return range === '*/*' ? 1 : 0
}

/**
 * Returns the weight from 0 to 1 that `Accept` gives a media type, by the most precise matching range (RFC 9110 section
 * 12.5.1). Malformed ranges are ignored.
 */
const typeWeight = (accept: string, type: string): number => {
  const ranges = accept.split(',').flatMap((choice) => {
    const [name = '', ...parameters] = choice.split(';')
    const range = name.trim().toLowerCase()
    return mediaRange.test(range) ? [{ close: closeness(range, type), weight: acceptWeight(parameters) }] : []
  })
  const closest = Math.max(1, ...ranges.map(({ close }) => close))
  return Math.max(0, ...ranges.filter(({ close }) => close === closest).map(({ weight }) => weight))
}

/** Returns true if a client prefers a media type to another one; false without a preference. */
const prefers = (accept: string, type: string, other: string): boolean =>
  typeWeight(accept, type) > typeWeight(accept, other)

/** Returns true if a client prefers HTML to JSON, like browsers opening an address, and some programs. */
export const prefersHtml = (accept = ''): boolean => prefers(accept, 'text/html', 'application/json')

/** Returns true if a client prefers JSON to a text of this media type. */
export const prefersJson = (accept = '', textType: string): boolean =>
  prefers(accept, 'application/json', textType)

/** Returns the first of these media types that a client prefers to JSON; undefined if there is none. */
export const preferredType = <Type extends string>(accept = '', types: readonly Type[]): Type | undefined =>
  types.find((type) => prefers(accept, type, 'application/json'))
