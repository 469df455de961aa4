import { parse, type Filter } from 'scim2-parse-filter'
import { invalidFilter, urn } from './protocol.ts'

/** What an attribute must be; its name is in lower case, without the URN of core schemas. */
export interface FilterCondition {
  attribute: string
  value: string | number | boolean | null
}

/** A filter is read within a millisecond at this length; the parser calls itself for each bracket. */
const maxCharacters = 2_000

const corePrefix = new RegExp(`^(${urn.user}|${urn.group}):`.toLowerCase())

/** The name of an attribute, regardless of case (RFC 7643 section 2.1). */
export const attributeName = (text: string): string => text.trim().toLowerCase().replace(corePrefix, '')

const conditionsIn = (filter: Filter, within = ''): FilterCondition[] => {
  if (filter.op === 'and' && 'filters' in filter)
    return filter.filters.flatMap((part) => conditionsIn(part, within))
  if (filter.op === '[]' && 'valFilter' in filter)
    return conditionsIn(filter.valFilter, `${attributeName(filter.attrPath)}.`)
  if (filter.op === 'eq' && 'compValue' in filter)
    return [{ attribute: within + attributeName(filter.attrPath), value: filter.compValue }]
  throw invalidFilter(`"${filter.op}" is not supported`)
}

const parsed = (text: string): Filter => {
  // within quotes the parser takes twice as long for each line break (decision 0052)
  if (text.length > maxCharacters || /\p{Cc}/u.test(text))
    throw invalidFilter('it is too long, or has line breaks')
  try {
    return parse(text)
  } catch {
    throw invalidFilter('it is not a filter of RFC 7644')
  }
}

/** What must be so, all of it, for a filter; throws 400 for anything but `eq` and `and`. */
export const conditionsOf = (text: string): FilterCondition[] => conditionsIn(parsed(text))

/** Values are compared regardless of case, but for ids. Directories send booleans as text as well. */
export const isEqual = (value: unknown, wanted: FilterCondition['value'], isExact = false): boolean => {
  const [one, other] = [String(value), String(wanted)]
  return isExact ? one === other : one.toLowerCase() === other.toLowerCase()
}
