import { isDeepStrictEqual } from 'node:util'

/**
 * Representation of a field in history: its value, the size of a text in bytes, only the fact that it changed if
 * history must not contain the value, or the result of a function of the record.
 */
export type ShownField<T> = 'value' | 'size' | 'hidden' | ((thing: T) => unknown)

/** Fields of a record that history shows, in order; history shows no others. */
export type ShownFields<T> = Partial<Record<string, ShownField<T>>>

/** Former and new value of a field; null if the record or the value was absent, and for hidden fields. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** Maximum length of a text shown in full, in characters; longer texts are shown by size. */
const maxCharacters = 2_000

/** Maximum size of a list shown in full, in bytes of JSON; of longer lists, history shows the differences. */
const maxListBytes = 4_000

/** Maximum size of all changes of a record, in bytes of JSON: they share one item, which DynamoDB limits to 400 KB. */
const maxChangesBytes = 300_000

const textSize = (text: unknown) => (typeof text === 'string' ? { size: Buffer.byteLength(text) } : null)

const jsonByteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

const isUnset = (value: unknown) => value === undefined || value === null

/** Removes names from entries of lists: history identifies people by `user_id` and must not contain copies of names. */
export const withoutNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (typeof value !== 'object' || value === null || !('user_id' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([field]) => field !== 'user'))
}

/** Returns a value for comparison, also of `hidden` fields, which are left out afterwards. */
const recordedValue = <T extends object>(
  thing: T | undefined,
  field: string,
  shown: ShownField<T>,
): unknown => {
  if (!thing) return null
  const value =
    typeof shown === 'function' ? shown(thing) : new Map<string, unknown>(Object.entries(thing)).get(field)
  return isUnset(value) ? null : withoutNames(value)
}

/** Returns a list as shown next to another one: in full, or its length and the entries missing from the other one. */
const shownList = (list: unknown[], other: unknown[]) =>
  jsonByteLength([list, other]) <= maxListBytes
    ? list
    : {
        count: list.length,
        only: list.filter((one) => !other.some((entry) => isDeepStrictEqual(one, entry))),
      }

const shownValue = (value: unknown, other: unknown, shown: ShownField<never>): unknown => {
  if (shown === 'hidden') return null
  if (shown === 'size') return textSize(value)
  if (typeof value === 'string' && value.length > maxCharacters) return textSize(value)
  return Array.isArray(value) ? shownList(value, Array.isArray(other) ? other : []) : value
}

const sizedValue = (value: unknown) => (value === null ? null : { size: jsonByteLength(value) })

/** Returns changes that fit into one item: if they are too large together, the largest are shown by size. */
const fitting = (changes: FieldChange[]): FieldChange[] => {
  let left = jsonByteLength(changes)
  const sized = new Set<FieldChange>()
  for (const change of changes.toSorted((a, b) => jsonByteLength(b) - jsonByteLength(a))) {
    if (left <= maxChangesBytes) break
    left -= jsonByteLength(change)
    sized.add(change)
  }
  return changes.map((change) =>
    sized.has(change)
      ? { ...change, before: sizedValue(change.before), after: sizedValue(change.after) }
      : change,
  )
}

const isEmptyValue = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/**
 * Returns the differences between two states of a record among the shown fields. A state is undefined before creation
 * and after removal; then hidden fields and fields without a value are left out.
 */
export const fieldChanges = <T extends object>(
  before: T | undefined,
  after: T | undefined,
  fields: ShownFields<T>,
): FieldChange[] =>
  fitting(
    Object.entries(fields).flatMap(([field, shown = 'value']) => {
      const [old, present] = [recordedValue(before, field, shown), recordedValue(after, field, shown)]
      if (isDeepStrictEqual(old, present)) return []
      if (!(before && after) && (shown === 'hidden' || (isEmptyValue(old) && isEmptyValue(present))))
        return []
      const [from, to] = [shownValue(old, present, shown), shownValue(present, old, shown)]
      return [{ field, before: from, after: to }]
    }),
  )

/** Returns the full values of changed fields that history shows only in part. */
export const unshownValues = <T extends object>(before: T, after: T, fields: ShownFields<T>): FieldChange[] =>
  fieldChanges(before, after, fields).flatMap((change) => {
    const { field } = change
    const shown = fields[field] ?? 'value'
    if (shown === 'hidden' || typeof shown === 'function') return []
    const whole = {
      field,
      before: recordedValue(before, field, shown),
      after: recordedValue(after, field, shown),
    }
    return isDeepStrictEqual(whole, change) ? [] : [whole]
  })
