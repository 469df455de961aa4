import { createHash } from 'node:crypto'
import { environment } from '../runtime/environment.ts'
import { presentOrigin, type Origin } from '../runtime/origin.ts'
import type { absentProblem } from './changes.ts'
import type * as z from '../schema/schema.ts'
import type { Item, ItemChange, Key } from './operation.ts'

/** Large fields that lists omit: stored outside the summary, and in no index. */
export const heavyFields = [
  'content',
  'description',
  'instructions',
  'chapters',
  'source',
  'generation',
] as const
export type Heavy = (typeof heavyFields)[number]

/** A key range of records in order: of an index, or of the table itself below `prefix`. */
export interface ListDefinition<T> {
  index?: 'gsi1' | 'gsi2'
  /** Returns the range of a record, null for none; reads of the list pass only the fields that it needs. */
  partition: (thing: T) => string | null
  sort?: (thing: T) => string
  prefix?: string
  order?: 'ascending' | 'descending'
  /** True if all records share one range, which is therefore spread over the shards of the index. */
  shared?: boolean
}

/** Returns the partition of a shared list that holds the record `id`. */
export const listShard = (range: string, id: string): string =>
  `${range}#${createHash('sha256').update(id).digest().readUInt32BE() % environment.listShardsWritten}`

/** Returns all partitions of a shared list. */
export const listPartitions = (range: string): string[] =>
  Array.from({ length: environment.listShards }, (_, shard) => `${range}#${shard}`)

/** Layout of an entity's records in the table. */
export interface Layout<T> {
  key: (thing: T) => Key
  lists?: Record<string, ListDefinition<T>>
  /** Fields that lists omit, in addition to the heavy fields. */
  detail?: readonly string[]
  /** Fields that change without a new version: counters, times of use, copies that are set without a read. */
  counters?: readonly string[]
  /**
   * True if nothing depends on its changes: a lock, a counter, or a copy of data in another record. Its items do not
   * name their entity, so that the dispatcher never receives them (infra/events/changes.ts).
   */
  isInternal?: boolean
  /**
   * Returns the time from which the item may be deleted, in seconds since 1970; reads also check any expiry that
   * matters.
   */
  expires?: (thing: T) => number | undefined
}

/** An entity as the table stores it. */
export interface Stored<Thing, Ids> {
  /** `<area>.<noun>`. */
  name: string
  layout: Layout<Thing>
  key: (ids: Ids) => Key
  absent: ReturnType<typeof absentProblem>
  /** True if the schema has `updated_at`. */
  isDated: boolean
}

/** Returns the origin that an item stores; undefined for internal entities. */
export const writeOrigin = ({ isInternal }: Layout<never>): Origin | undefined =>
  isInternal ? undefined : presentOrigin()

export const isDetailField = (layout: Layout<never>, field: string) =>
  (heavyFields as readonly string[]).includes(field) || (layout.detail ?? []).includes(field)

/** Returns the path of a field in its item: an attribute, or a map and a name in the map. */
export const attributePath = (layout: Layout<never>, field: string): string[] => {
  if (field === 'version') return [field]
  if (layout.counters?.includes(field)) return ['counters', field]
  return [isDetailField(layout, field) ? 'detail' : 'summary', field]
}

/**
 * Returns the map of a record's counters; the map exists even without counters, because an entity may get its first one
 * later (decision 0008).
 */
export const toCounters = <T extends object>(layout: Layout<T>, thing: T) => ({
  counters: Object.fromEntries(
    (layout.counters ?? []).map((field) => [field, (thing as Record<string, unknown>)[field]]),
  ),
})

/** Returns the attributes that are derived from a record and written whole: summary, detail, list keys and expiry. */
export const toItemAttributes = <T extends object>(layout: Layout<T>, thing: T): Record<string, unknown> => {
  const own = new Set([...(layout.counters ?? []), 'version'])
  const stored = Object.entries(thing).filter(([field]) => !own.has(field))
  const part = (detail: boolean) =>
    Object.fromEntries(stored.filter(([field]) => isDetailField(layout, field) === detail))
  const attributes: Record<string, unknown> = { summary: part(false), detail: part(true) }
  for (const { index, partition, sort, shared } of Object.values(layout.lists ?? {})) {
    const range = index && partition(thing)
    if (!range) continue
    attributes[`${index}pk`] = shared ? listShard(range, JSON.stringify(layout.key(thing))) : range
    attributes[`${index}sk`] = sort?.(thing)
  }
  if (layout.expires) attributes['ttl'] = layout.expires(thing)
  return attributes
}

/**
 * Returns the `fields` of the record in an item. The record was validated when it was written, so only later schema
 * changes are applied: missing fields get their defaults, and nested values are parsed.
 */
export const decodeFields = (
  schema: z.ZodObject,
  fields: string[],
  counters: readonly string[],
  item: Item,
) => {
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

/** Returns the change that sets these attributes, and removes absent index keys and an absent expiry. */
export const toSet = (attributes: Record<string, unknown>): ItemChange => ({
  set: Object.entries(attributes).filter(([, value]) => value !== undefined),
  remove: ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttl'].filter((name) => attributes[name] === undefined),
})
