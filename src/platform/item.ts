import { sharded } from './list.ts'
import type { Key } from './table.ts'

/** What no list carries (API.md section 1): kept beside the summary, and in no index. */
export const heavyFields = [
  'content',
  'description',
  'instructions',
  'chapters',
  'source',
  'generation',
] as const
export type Heavy = (typeof heavyFields)[number]

/** A key range in which things stand in order: of an index, or of the table itself below `prefix`. */
export interface ListDefinition<T> {
  index?: 'gsi1' | 'gsi2'
  /** Which range a thing stands in, null for none; asked with those fields of it when the list is read. */
  partition: (thing: never) => string | null
  sort?: (thing: T) => string
  prefix?: string
  order?: 'ascending' | 'descending'
  /** All share it, so it is spread over the shards of the index. */
  shared?: boolean
}

/** How a noun lies in the table. */
export interface Layout<T> {
  key: (thing: never) => Key
  lists?: Record<string, ListDefinition<T>>
  /** Fields kept out of lists beside the heavy ones of the contract. */
  detail?: readonly string[]
  /** Fields that change by themselves, without a version: counters and times of use. infra/table.yml projects them. */
  live?: readonly string[]
  /** When the item may be swept, in seconds since 1970; expiry that matters is compared on read as well. */
  expires?: (thing: T) => number | undefined
}

export const isDetail = (layout: Layout<never>, field: string) =>
  (heavyFields as readonly string[]).includes(field) || (layout.detail ?? []).includes(field)

/** The fields that lie beside summary and detail, each an attribute of its own. */
export const ownFields = (layout: Layout<never>) => [...(layout.live ?? []), 'version']

/** The attributes that follow from a thing and are written whole: summary, detail, places in lists, end of life. */
export const attributesOf = <T extends object>(layout: Layout<T>, thing: T): Record<string, unknown> => {
  const own = new Set(ownFields(layout))
  const stored = Object.entries(thing).filter(([field]) => !own.has(field))
  const part = (detail: boolean) =>
    Object.fromEntries(stored.filter(([field]) => isDetail(layout, field) === detail))
  const attributes: Record<string, unknown> = { summary: part(false), detail: part(true) }
  for (const { index, partition, sort, shared } of Object.values(layout.lists ?? {})) {
    const range = index && partition(thing as never)
    if (!range) continue
    attributes[`${index}pk`] = shared ? sharded(range, JSON.stringify(layout.key(thing as never))) : range
    attributes[`${index}sk`] = sort?.(thing)
  }
  if (layout.expires) attributes['ttl'] = layout.expires(thing)
  return attributes
}

/** An update expression that sets these attributes and removes those of the indexes that are absent. */
export const settingOf = (attributes: Record<string, unknown>) => {
  const absent = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].filter((name) => attributes[name] === undefined)
  const present = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const set = present.map(([name]) => `#${name} = :${name}`).join(', ')
  return {
    UpdateExpression: `SET ${set}${absent.length > 0 ? ` REMOVE ${absent.join(', ')}` : ''}`,
    ExpressionAttributeNames: Object.fromEntries(present.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(present.map(([name, value]) => [`:${name}`, value])),
  }
}

/** A change of a thing as it is by then, whoever else changes it at the same time. */
export interface Amendment<T> {
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

/** The update expression of an amendment; the new `w` keeps older writes from being repeated over it. */
export const amendingOf = <T extends object>(
  layout: Layout<T>,
  current: T,
  { set, count, where = {}, mark }: Amendment<T>,
  w: string,
) => {
  const { given: names, placeholder: name } = placeholders('#')
  const { given: values, placeholder: value } = placeholders(':')
  const placeOf = (field: string) => {
    if (ownFields(layout).includes(field)) return [field]
    return [isDetail(layout, field) ? 'detail' : 'summary', field]
  }
  const path = (field: string, ...deeper: string[]) => [...placeOf(field), ...deeper].map(name).join('.')

  const [before, after] = [attributesOf(layout, current), attributesOf(layout, { ...current, ...set })]
  const moved = ['gsi1sk', 'gsi2sk'].filter((key) => before[key] !== after[key])
  const one = value(1)
  const settings = [
    `${path(count)} = ${path(count)} + ${one}`,
    `${path(mark.field, mark.id)} = ${path(count)} + ${one}`,
    `version = version + ${one}`,
    `w = ${value(w)}`,
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
