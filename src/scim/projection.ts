import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { attributeName } from './filter.ts'

const names = (what: string) => z.string().max(2_000).optional().meta(docs(what))

/** Query parameters that select attributes of the response (RFC 7644 section 3.9). */
export const projectionQuery = {
  attributes: names('Names of the attributes to return, separated by commas.'),
  excludedAttributes: names('Names of the attributes to leave out, separated by commas.'),
}

export interface Projection {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** Attributes that are always returned (RFC 7643 section 7, `returned`). */
const always = ['schemas', 'id']

const attributeNames = (text: string | undefined) => text?.split(',').map(attributeName).filter(Boolean)

const isListedAttribute = (list: string[], name: string, part: string) =>
  list.some(
    (one) =>
      one === name || [`${name}.${part}`, `${name}:${part}`].some((path) => `${one}.`.startsWith(`${path}.`)),
  )

/** Returns true if an attribute, or this part of it, is returned; names are in lower case. */
export const isReturned = (
  { attributes, excludedAttributes }: Projection,
  name: string,
  part = '',
): boolean => {
  const only = attributeNames(attributes)
  return only
    ? isListedAttribute(only, name, part)
    : !isListedAttribute(attributeNames(excludedAttributes) ?? [], name, part)
}

const filterAttributes = (value: object, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name.toLowerCase())))

/** Returns the requested attributes of a resource. */
export const projected = <R extends object>(resource: R, projection: Projection): R => {
  const shown = Object.entries(resource).flatMap(([name, value]: [string, unknown]) => {
    const own = name.toLowerCase()
    if (always.includes(own)) return [[name, value]]
    const isWhole = typeof value !== 'object' || value === null || [value].flat().length === 0
    if (isWhole) return isReturned(projection, own) ? [[name, value]] : []
    const parts = [value]
      .flat()
      .map((one: object) => filterAttributes(one, (part) => isReturned(projection, own, part)))
    const isEmpty = parts.every((one) => Object.keys(one).length === 0)
    return isEmpty ? [] : [[name, Array.isArray(value) ? parts : parts[0]]]
  })
  return Object.fromEntries(shown) as R
}
