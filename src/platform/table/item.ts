import { presentOrigin, type Origin } from '../runtime/origin.ts'
import type { absentProblem } from './changes.ts'
import { shardOf } from './list/shards.ts'
import type * as z from '../schema/schema.ts'
import type { Item, ItemChange, Key } from './operation.ts'

/** Fields that lists leave out: kept outside the summary, and in no index. */
export const heavyFields = [
  'content',
  'description',
  'instructions',
  'chapters',
  'source',
  'generation',
] as const
export type Heavy = (typeof heavyFields)[number]

/** A key range in which things are in order: of an index, or of the table itself below `prefix`. */
export interface ListDefinition<T> {
  index?: 'gsi1' | 'gsi2'
  /** Which range a thing is in, null for none; asked with those fields of it when the list is read. */
  partition: (thing: T) => string | null
  sort?: (thing: T) => string
  prefix?: string
  order?: 'ascending' | 'descending'
  /** All share it, so it is spread over the shards of the index. */
  shared?: boolean
}

/** How a noun is stored in the table. */
export interface Layout<T> {
  key: (thing: T) => Key
  lists?: Record<string, ListDefinition<T>>
  /** Fields kept out of lists beside the heavy ones of the contract. */
  detail?: readonly string[]
  /** Fields that change by themselves, without a version: counters, times of use, copies that are set unread. */
  counters?: readonly string[]
  /**
   * Nothing follows from its changes, and nobody needs to know of them: it is a lock, a counter, or says again what
   * another thing says. Its items do not name their entity, and so never come to the dispatcher (infra/changes.ts).
   */
  isInternal?: boolean
  /** When the item may be swept, in seconds since 1970; expiry that matters is compared on read as well. */
  expires?: (thing: T) => number | undefined
}

/** A noun as the table has it. */
export interface Stored<Thing, Ids> {
  /** `<area>.<noun>`. */
  name: string
  layout: Layout<Thing>
  key: (ids: Ids) => Key
  absent: ReturnType<typeof absentProblem>
  /** Whether the schema has `updated_at`. */
  isDated: boolean
}

/** Who writes, as an item says it; nobody for what is internal. */
export const originOf = ({ isInternal }: Layout<never>): Origin | undefined =>
  isInternal ? undefined : presentOrigin()

export const isDetail = (layout: Layout<never>, field: string) =>
  (heavyFields as readonly string[]).includes(field) || (layout.detail ?? []).includes(field)

/** Where a field is in its item: the name of an attribute, or of a map and of its member. */
export const pathOf = (layout: Layout<never>, field: string): string[] => {
  if (field === 'version') return [field]
  if (layout.counters?.includes(field)) return ['counters', field]
  return [isDetail(layout, field) ? 'detail' : 'summary', field]
}

/** Returns the map of a thing's counters, empty without any: a kind can get its first one later (decision 0008). */
export const countersOf = <T extends object>(layout: Layout<T>, thing: T) => ({
  counters: Object.fromEntries(
    (layout.counters ?? []).map((field) => [field, (thing as Record<string, unknown>)[field]]),
  ),
})

/** The attributes that follow from a thing and are written whole: summary, detail, places in lists, end of life. */
export const attributesOf = <T extends object>(layout: Layout<T>, thing: T): Record<string, unknown> => {
  const own = new Set([...(layout.counters ?? []), 'version'])
  const stored = Object.entries(thing).filter(([field]) => !own.has(field))
  const part = (detail: boolean) =>
    Object.fromEntries(stored.filter(([field]) => isDetail(layout, field) === detail))
  const attributes: Record<string, unknown> = { summary: part(false), detail: part(true) }
  for (const { index, partition, sort, shared } of Object.values(layout.lists ?? {})) {
    const range = index && partition(thing)
    if (!range) continue
    attributes[`${index}pk`] = shared ? shardOf(range, JSON.stringify(layout.key(thing))) : range
    attributes[`${index}sk`] = sort?.(thing)
  }
  if (layout.expires) attributes['ttl'] = layout.expires(thing)
  return attributes
}

/**
 * The `fields` of what is in an item. It was checked when it was written, so only what a schema may have come to say
 * since is done again: what is missing gets its default, and what has parts is parsed.
 */
export const fieldsOf = (schema: z.ZodObject, fields: string[], counters: readonly string[], item: Item) => {
  const { summary, detail, version } = item
  const stored = { ...(summary as object), ...(detail as object), version } as Record<string, unknown>
  const counted = (item['counters'] ?? {}) as typeof stored
  const thing: Record<string, unknown> = {}
  for (const field of fields) {
    const value = counters.includes(field) ? counted[field] : stored[field]
    const isPlain = value === null || (value !== undefined && typeof value !== 'object')
    const part = isPlain ? value : (schema.shape[field] as z.ZodType).parse(value)
    if (part !== undefined) thing[field] = part
  }
  return thing
}

/** The change that sets these attributes, and removes those of the indexes and the end of life that are absent. */
export const toSet = (attributes: Record<string, unknown>): ItemChange => ({
  set: Object.entries(attributes).filter(([, value]) => value !== undefined),
  remove: ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttl'].filter((name) => attributes[name] === undefined),
})
