import { isDeepStrictEqual } from 'node:util'
import type { Condition, Path } from './condition.ts'
import type { Item, ItemChange } from './operation.ts'

type Attributes = Record<string, unknown>

const pathNames = (path: Path): readonly string[] => (typeof path === 'string' ? [path] : path)

const valueAt = (item: Attributes, path: Path): unknown =>
  pathNames(path).reduce<unknown>((value, name) => (value as Attributes | undefined)?.[name], item)

/** Returns the map that contains the last name of a path, and this name; creates missing maps. */
const locateAttribute = (item: Attributes, path: Path) => {
  const names = pathNames(path)
  const map = names.slice(0, -1).reduce((map, name) => (map[name] ??= {}) as Attributes, item)
  return { map, name: names.at(-1) as string }
}

const attributeSize = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : NaN

const isLess = (a: unknown, b: unknown): boolean =>
  typeof a === typeof b && (typeof a === 'number' || typeof a === 'string') && a < (b as typeof a)

const comparators = {
  '=': isDeepStrictEqual,
  '<': isLess,
  '<=': (a: unknown, b: unknown) => isLess(a, b) || isDeepStrictEqual(a, b),
  '>': (a: unknown, b: unknown) => isLess(b, a),
  IN: (a: unknown, b: unknown) => Array.isArray(b) && b.some((one) => isDeepStrictEqual(one, a)),
  contains: (a: unknown, b: unknown) => Array.isArray(a) && a.some((one) => isDeepStrictEqual(one, b)),
}

/** Returns true if the table would find that a condition holds for an item, `{}` for none (decision 0019). */
export const holds = (condition: Condition, item: Attributes): boolean => {
  if ('of' in condition) {
    const holdsHere = (one: Condition) => holds(one, item)
    return condition.is === 'OR' ? condition.of.some(holdsHere) : condition.of.every(holdsHere)
  }
  const value = valueAt(item, condition.path)
  if (condition.is === 'attribute_not_exists') return value === undefined
  if ('size' in condition) return attributeSize(value) < condition.size
  if ('value' in condition) return value !== undefined && comparators[condition.is](value, condition.value)
  return value !== undefined
}

/** Returns the item after an update. Every value is computed from the item before the update. */
export const changed = ({ set = [], increment = [], remove = [] }: ItemChange, before: Item): Item => {
  const after = structuredClone(before)
  const assign = (path: Path, value: unknown) => {
    const { map, name } = locateAttribute(after, path)
    map[name] = value
  }
  for (const [path, value] of set) assign(path, value)
  for (const { path, amount, from = path } of increment)
    assign(path, ((valueAt(before, from) as number | undefined) ?? 0) + amount)
  for (const path of remove) {
    const { map, name } = locateAttribute(after, path)
    delete map[name]
  }
  return after
}
