import { timeOf } from '../runtime/id.ts'
import { attributesOf, pathOf, type Layout } from './item.ts'

/** A change of a thing as it is by then, whoever else changes it at the same time. */
export interface InPlaceIncrement<T> {
  set: Partial<T>
  /** The number to be counted up by one. */
  count: keyof T & string
  /** What must still be so: what places in lists follow from, when `set` moves them. */
  where?: Partial<T> | undefined
  /** A map among the fields that takes what is counted under this new id, so that a repetition is known. */
  mark: { field: keyof T & string; id: string }
}

const placeholders = (sign: '#' | ':') => {
  const given: Record<string, unknown> = {}
  const placeholder = (value: unknown): string => {
    const name = `${sign}${Object.keys(given).length}`
    given[name] = value
    return name
  }
  return { given, placeholder }
}

/** The update expression of an amendment; the new `writeId` keeps older writes from being repeated over it. */
export const amendingOf = <T extends object>(
  layout: Layout<T>,
  current: T,
  { set, count, where = {}, mark }: InPlaceIncrement<T>,
  writeId: string,
) => {
  const { given: names, placeholder: name } = placeholders('#')
  const { given: values, placeholder: value } = placeholders(':')
  const path = (field: string, ...deeper: string[]) =>
    [...pathOf(layout, field), ...deeper].map(name).join('.')

  const [before, after] = [attributesOf(layout, current), attributesOf(layout, { ...current, ...set })]
  const moved = ['gsi1sk', 'gsi2sk'].filter((key) => before[key] !== after[key])
  const one = value(1)
  const settings = [
    `${path(count)} = ${path(count)} + ${one}`,
    `${path(mark.field, mark.id)} = ${path(count)} + ${one}`,
    `version = version + ${one}`,
    `writeId = ${value(writeId)}`,
    ...Object.entries(set).map(([field, content]) => `${path(field)} = ${value(content)}`),
    ...moved.map((key) => `${key} = ${value(after[key])}`),
  ]
  const conditions = [
    'attribute_exists(pk)',
    `attribute_not_exists(${path(mark.field, mark.id)})`,
    ...Object.entries(where).map(([field, content]) => `${path(field)} = ${value(content)}`),
  ]
  return {
    UpdateExpression: `SET ${settings.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names as Record<string, string>,
    ExpressionAttributeValues: values,
  }
}

/** Longer than any request goes on trying. */
const recentMilliseconds = 60_000

/** The marks of the last minute, which later amendments leave behind: an id begins with its time. */
export const recentMarks = (marks: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(marks).filter(([id]) => timeOf(id) > Date.now() - recentMilliseconds))
