import * as z from '../schema/schema.ts'
import { entity, type ThingOf } from './entity.ts'
import { newId } from '../runtime/id.ts'
import { queryItems } from './query.ts'
import { writeItem } from './table.ts'
import type { Key, Operation } from './operation.ts'

/** Maximum number of UTF-16 code units in one item: each takes at most three bytes of UTF-8, and an item 400 KB. */
const chunkCharacters = 90_000

/** Chunks of long texts, stored in the partition of the record that owns the text. */
const chunks = entity({
  name: 'text.chunk',
  isInternal: true,
  schema: z.object({
    owner: z.string(),
    name: z.string(),
    number: z.int(),
    text: z.string(),
    /** Expiry, in seconds since 1970; absent if it never expires. */
    until: z.int().optional(),
  }),
  key: ({ owner, name, number }: { owner: string; name: string; number: number }) => ({
    pk: owner,
    sk: `text#${name}#${String(number).padStart(4, '0')}`,
  }),
  expires: ({ until }) => until,
})

/** Splits a text into the chunks that its items store, never inside a surrogate pair. */
const cutText = (text: string): string[] => {
  const parts: string[] = []
  for (let start = 0; start < text.length || parts.length === 0;) {
    const end = start + chunkCharacters
    const isSplit = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))
    parts.push(text.slice(start, isSplit ? end - 1 : end))
    start = isSplit ? end - 1 : end
  }
  return parts
}

/** Returns the number of items that a text needs. */
const countChunks = (text: string): number => cutText(text).length

/**
 * Pointer to a text in the record that owns it: the text is stored once under `id`, and versions that keep it share it.
 */
export const StoredText = z.object({ id: z.string(), chunks: z.int(), bytes: z.int() })
export type StoredText = z.output<typeof StoredText>

/** Returns the pointer to a new text. */
export const newStoredText = (text: string): StoredText => ({
  id: newId(),
  chunks: countChunks(text),
  bytes: Buffer.byteLength(text),
})

/** Returns the writes that store a text of any length under `name` in the partition `owner`. */
export const toStoreText = (owner: string, name: string, text: string): Operation[] =>
  cutText(text).map((part, number) => chunks.toCreate({ owner, name, number, text: part }))

/** Stores a text under its ID in the partition `owner` without a transaction, its chunks concurrently. */
export const storeLargeText = async (
  owner: string,
  { id: name }: Pick<StoredText, 'id'>,
  text: string,
  until: number,
): Promise<void> => {
  const parts = cutText(text).map((part, number) => ({ owner, name, number, text: part, until }))
  await Promise.all(parts.map((part) => writeItem(chunks.toPut(part))))
}

/** The name of a text in its partition, and the number of its chunks. */
interface Place {
  name: string
  chunks: number
}

const chunkKeys = (owner: string, { name, chunks: count }: Place) =>
  Array.from({ length: count }, (_, number) => ({ owner, name, number }))

/** Reads a text of `count` chunks in one round trip. */
export const readLargeText = async (owner: string, name: string, count: number): Promise<string> =>
  (await chunks.findMany(chunkKeys(owner, { name, chunks: count })))
    .map((chunk) => chunk?.text ?? '')
    .join('')

type Chunk = ThingOf<typeof chunks>

/** Chunks that one Query of a partition returned; the last text may be incomplete. */
export type FoundTexts = Chunk[]

/** Reads the texts of a partition whose names begin with `prefix`, up to the 1 MB of one Query. */
export const findTexts = async (owner: string, prefix = ''): Promise<FoundTexts> => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': owner, ':prefix': `text#${prefix}` },
    ConsistentRead: true,
  })
  return items.map(chunks.read)
}

/** Returns the complete texts among the chunks found, by name. */
export const completeTexts = (found: FoundTexts, places: Place[]): Map<string, string> => {
  const parts = Map.groupBy(found, ({ name }) => name)
  return new Map(
    places.flatMap(({ name, chunks: count }) => {
      const own = parts.get(name) ?? []
      return own.length === count ? [[name, own.map(({ text }) => text).join('')]] : []
    }),
  )
}

/**
 * Returns texts by name: those among the chunks found, and the others in one round trip; omits texts with a missing
 * chunk.
 */
export const readLargeTexts = async (
  owner: string,
  places: Place[],
  found: FoundTexts = [],
): Promise<Map<string, string>> => {
  const texts = completeTexts(found, places)
  const missing = places.filter(({ name }) => !texts.has(name))
  const read = await chunks.findMany(missing.flatMap((place) => chunkKeys(owner, place)))
  const others = read.filter((chunk) => chunk !== undefined)
  return new Map([...texts, ...completeTexts(others, missing)])
}

/** Returns the keys of the items of a text, for deleting it. */
export const textKeys = (owner: string, place: Place): Key[] => chunkKeys(owner, place).map(chunks.keyOf)
