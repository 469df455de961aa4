import { isDeepStrictEqual } from 'node:util'

/**
 * How a field is shown: its value; of a text its size in bytes; of what history must not know only that it has changed;
 * or what a function makes of the thing.
 */
export type ShownField<T> = 'value' | 'size' | 'hidden' | ((thing: T) => unknown)

/** The fields that history shows of a thing, in their order; no others. */
export type ShownFields<T> = Partial<Record<string, ShownField<T>>>

/** What a field was and is; null where there was, or is, no thing or no value, and for what is hidden. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** Longer texts are shown by their size, in characters. */
const maxCharacters = 2_000

/** Longer lists are shown by what differs, in bytes of JSON. */
const maxListBytes = 4_000

/** All changes of a thing are in one item of the table, of DynamoDB's 400 KB; in bytes of JSON. */
const maxChangesBytes = 300_000

const sizeOf = (text: unknown) => (typeof text === 'string' ? { size: Buffer.byteLength(text) } : null)

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

const isMissing = (value: unknown) => value === undefined || value === null

/** Entries of lists name people by `user_id`; the copy of the name beside it is no part of history. */
export const withoutNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (typeof value !== 'object' || value === null || !('user_id' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([field]) => field !== 'user'))
}

/** A value as it is compared; `hidden` ones too, which are left out afterwards. */
const valueOf = <T extends object>(thing: T | undefined, field: string, shown: ShownField<T>): unknown => {
  if (!thing) return null
  const value =
    typeof shown === 'function' ? shown(thing) : new Map<string, unknown>(Object.entries(thing)).get(field)
  return isMissing(value) ? null : withoutNames(value)
}

/** A list as it is shown beside another one: whole, or its length and the entries that the other one lacks. */
const shownList = (list: unknown[], other: unknown[]) =>
  bytesOf([list, other]) <= maxListBytes
    ? list
    : {
        count: list.length,
        only: list.filter((one) => !other.some((entry) => isDeepStrictEqual(one, entry))),
      }

const shownValue = (value: unknown, other: unknown, shown: ShownField<never>): unknown => {
  if (shown === 'hidden') return null
  if (shown === 'size') return sizeOf(value)
  if (typeof value === 'string' && value.length > maxCharacters) return sizeOf(value)
  return Array.isArray(value) ? shownList(value, Array.isArray(other) ? other : []) : value
}

const sizedValue = (value: unknown) => (value === null ? null : { size: bytesOf(value) })

/** Changes that go into one item: the largest ones are shown by size where all together are too long. */
const fitting = (changes: FieldChange[]): FieldChange[] => {
  let left = bytesOf(changes)
  const sized = new Set<FieldChange>()
  for (const change of changes.toSorted((a, b) => bytesOf(b) - bytesOf(a))) {
    if (left <= maxChangesBytes) break
    left -= bytesOf(change)
    sized.add(change)
  }
  return changes.map((change) =>
    sized.has(change)
      ? { ...change, before: sizedValue(change.before), after: sizedValue(change.after) }
      : change,
  )
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/**
 * What differs between two states of a thing, among the fields that are shown; undefined before it was made and after
 * it was removed, where fields without a value are left out, as those that only tell of a change.
 */
export const fieldChanges = <T extends object>(
  before: T | undefined,
  after: T | undefined,
  fields: ShownFields<T>,
): FieldChange[] =>
  fitting(
    Object.entries(fields).flatMap(([field, shown = 'value']) => {
      const [old, present] = [valueOf(before, field, shown), valueOf(after, field, shown)]
      if (isDeepStrictEqual(old, present)) return []
      if (!(before && after) && (shown === 'hidden' || (isEmpty(old) && isEmpty(present)))) return []
      const [from, to] = [shownValue(old, present, shown), shownValue(present, old, shown)]
      return [{ field, before: from, after: to }]
    }),
  )

/** Of the fields that differ between two states of a thing those that history does not show whole. */
export const unshownValues = <T extends object>(before: T, after: T, fields: ShownFields<T>): FieldChange[] =>
  fieldChanges(before, after, fields).flatMap((change) => {
    const { field } = change
    const shown = fields[field] ?? 'value'
    if (shown === 'hidden' || typeof shown === 'function') return []
    const whole = { field, before: valueOf(before, field, shown), after: valueOf(after, field, shown) }
    return isDeepStrictEqual(whole, change) ? [] : [whole]
  })
