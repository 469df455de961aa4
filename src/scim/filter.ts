import { parse, type Filter } from 'scim2-parse-filter'
import { invalidFilter, urn } from './protocol.ts'

/** Key of the enterprise extension, in lower case. */
export const enterprise = urn.enterprise.toLowerCase()

/** Required value of an attribute, whose name is in lower case, without the URN of core schemas. */
export interface FilterCondition {
  attribute: string
  value: string | number | boolean | null
}

/**
 * Maximum length of a filter, which is parsed within a millisecond at this length; the parser recurses for each
 * bracket.
 */
const maxCharacters = 2_000

const corePrefix = new RegExp(`^(?:${urn.user}|${urn.group})[:.]`.toLowerCase())

/** Prefix of attributes of the extension; Entra ID also names them without its URN, or after a dot. */
const extended = new RegExp(`^(?:${enterprise}[:.])?(?=(?:manager|department)(?:\\.|$))`)

/** Returns the normalized name of an attribute, without a filter: names ignore case (RFC 7643 section 2.1). */
export const attributeName = (text: string): string => {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/\[.*\]/, '')
  return name.replace(corePrefix, '').replace(extended, `${enterprise}:`)
}

/** Returns the attributes of an object with their names in lower case. */
export const lowerNames = (given: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))

const conditionsIn = (filter: Filter, within = ''): FilterCondition[] => {
  if (filter.op === 'and' && 'filters' in filter)
    return filter.filters.flatMap((part) => conditionsIn(part, within))
  if (filter.op === '[]' && 'valFilter' in filter)
    return conditionsIn(filter.valFilter, `${attributeName(filter.attrPath)}.`)
  if (filter.op === 'eq' && 'compValue' in filter)
    return [{ attribute: within + attributeName(filter.attrPath), value: filter.compValue }]
  throw invalidFilter(`"${filter.op}" is not supported`)
}

/** Quotes bare values, as in the filter `externalId eq ada` in Entra ID's tutorial. */
const withQuotes = (text: string): string =>
  text.replace(
    /"(?:[^"\\]|\\.)*"|(\seq\s+)([^\s"()[\]]+)/gi,
    (whole, operator: string | undefined, value: string) =>
      operator === undefined || /^(?:true|false|null)$/.test(value)
        ? whole
        : `${operator}${JSON.stringify(value)}`,
  )

const parsed = (text: string): Filter => {
  // within quotes, the parser takes twice as long for each line break (decision 0052)
  if (text.length > maxCharacters || /\p{Cc}/u.test(text))
    throw invalidFilter('it is too long or has line breaks')
  try {
    return parse(withQuotes(text))
  } catch {
    throw invalidFilter('it is not a filter by RFC 7644')
  }
}

/** Returns the conditions of a filter, which must all hold; throws 400 for anything but `eq` and `and`. */
export const parseConditions = (text: string): FilterCondition[] => conditionsIn(parsed(text))

/**
 * Returns true if a value equals the wanted one, regardless of case unless `isExact`. Directories also send booleans as
 * text.
 */
export const isEqual = (value: unknown, wanted: FilterCondition['value'], isExact = false): boolean => {
  const [one, other] = [String(value), String(wanted)]
  return isExact ? one === other : one.toLowerCase() === other.toLowerCase()
}

/** Returns all values at a path; the value of a complex attribute is its `value`. */
const valuesAt = (thing: unknown, [name, ...parts]: string[]): unknown[] =>
  [thing].flat().flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return name === undefined ? [one] : []
    const found = Object.entries(one).find(([key]) => key.toLowerCase() === (name ?? 'value'))
    return found?.[1] === undefined ? [] : valuesAt(found[1], parts)
  })

/** Returns true if a resource meets all conditions. */
export const meetsConditions = (resource: object, conditions: FilterCondition[]): boolean =>
  conditions.every(({ attribute, value }) => {
    const [start, rest] = attribute.startsWith(`${enterprise}:`)
      ? [[enterprise], attribute.slice(enterprise.length + 1)]
      : [[], attribute]
    const own = valuesAt(resource, [...start, ...rest.split('.')])
    return own.some((one) => isEqual(one, value, attribute === 'externalid'))
  })
