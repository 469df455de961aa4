import { weightOf } from '../answer/content-encoding.ts'

/** A media range: `text/html`, `text/*` or `*` + `/*`. */
const mediaRange = /^([\w!#$&^.+-]+|\*)\/([\w!#$&^.+-]+|\*)$/

/** How closely a range names a type: 3 for the type itself, 1 for any; 0 when it is for others. */
const closeness = (range: string, type: string): number => {
  if (range === type) return 3
  if (range === `${type.split('/')[0]}/*`) return 2
  return range === '*/*' ? 1 : 0
}

/**
 * The weight from 0 to 1 that `Accept` gives a media type, by the range that names it most closely (RFC 9110 section
 * 12.5.1). What is no media range counts for nothing.
 */
const typeWeight = (accept: string, type: string): number => {
  const ranges = accept.split(',').flatMap((choice) => {
    const [name = '', ...parameters] = choice.split(';')
    const range = name.trim().toLowerCase()
    return mediaRange.test(range) ? [{ close: closeness(range, type), weight: weightOf(parameters) }] : []
  })
  const closest = Math.max(1, ...ranges.map(({ close }) => close))
  return Math.max(0, ...ranges.filter(({ close }) => close === closest).map(({ weight }) => weight))
}

/** Whether a client prefers a media type to another one; without a preference it does not. */
const prefers = (accept: string, type: string, other: string): boolean =>
  typeWeight(accept, type) > typeWeight(accept, other)

/** Returns true if a client prefers a page to JSON: browsers that open an address, and some programs. */
export const prefersHtml = (accept = ''): boolean => prefers(accept, 'text/html', 'application/json')

/** Whether a client prefers JSON to a text of this media type. */
export const prefersJson = (accept = '', textType: string): boolean =>
  prefers(accept, 'application/json', textType)

/** The first of these media types that a client prefers to JSON; undefined when it prefers none. */
export const preferredType = <Type extends string>(accept = '', types: readonly Type[]): Type | undefined =>
  types.find((type) => prefers(accept, type, 'application/json'))
