import * as z from '../schema/schema.ts'
import { entity, type ThingOf } from './entity.ts'
import { queryItems } from './table.ts'
import type { Key, Operation } from './operation.ts'

/**
 * How many code units of UTF-16 one item takes at the most: they have three bytes each in UTF-8, of
 * DynamoDB's 400 KB.
 */
const chunkCharacters = 90_000

/** A long text, cut into items that lie in the partition of what it belongs to. */
const chunks = entity({
  name: 'text.chunk',
  isInternal: true,
  schema: z.object({
    owner: z.string(),
    name: z.string(),
    number: z.int(),
    text: z.string(),
    /** When it may be swept, in seconds since 1970; absent for never. */
    until: z.int().optional(),
  }),
  key: ({ owner, name, number }: { owner: string; name: string; number: number }) => ({
    pk: owner,
    sk: `text#${name}#${String(number).padStart(4, '0')}`,
  }),
  expires: ({ until }) => until,
})

/** The parts of a text that become its items; none ends within a character of two code units. */
const partsOf = (text: string): string[] => {
  const parts: string[] = []
  for (let start = 0; start < text.length || parts.length === 0;) {
    const end = start + chunkCharacters
    const isSplit = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))
    parts.push(text.slice(start, isSplit ? end - 1 : end))
    start = isSplit ? end - 1 : end
  }
  return parts
}

/** How many items a text takes. */
export const countChunks = (text: string): number => partsOf(text).length

/**
 * The writes that store a text of any length under `name` in the partition `owner`; with others, in one
 * transaction.
 */
export const toStoreText = (owner: string, name: string, text: string, until?: number): Operation[] =>
  partsOf(text).map((part, number) => chunks.toCreate({ owner, name, number, text: part, until }))

/** Where a text lies in its partition: its name, and in how many chunks. */
interface Place {
  name: string
  chunks: number
}

const keysOf = (owner: string, { name, chunks: count }: Place) =>
  Array.from({ length: count }, (_, number) => ({ owner, name, number }))

/** The text of `count` chunks, read in one round trip. */
export const readText = async (owner: string, name: string, count: number): Promise<string> =>
  (await chunks.findMany(keysOf(owner, { name, chunks: count }))).map((chunk) => chunk?.text ?? '').join('')

/** Those of the texts that are there whole, by their names, in one round trip. */
export const readTexts = async (owner: string, places: Place[]): Promise<Map<string, string>> => {
  const found = await chunks.findMany(places.flatMap((place) => keysOf(owner, place)))
  return completeTexts(
    found.filter((chunk) => chunk !== undefined),
    places,
  )
}

type Chunk = ThingOf<typeof chunks>

/** What a reading of a partition has found of its texts; the last of them may be cut. */
export type FoundTexts = Chunk[]

/** The texts of a partition whose names begin with `prefix`, as many as one Query gives: 1 MB. */
export const findTexts = async (owner: string, prefix = ''): Promise<FoundTexts> => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': owner, ':prefix': `text#${prefix}` },
    ConsistentRead: true,
  })
  return items.map(chunks.read)
}

/** Those of the texts that were found whole, by their names. */
export const completeTexts = (found: FoundTexts, places: Place[]): Map<string, string> => {
  const parts = Map.groupBy(found, ({ name }) => name)
  return new Map(
    places.flatMap(({ name, chunks: count }) => {
      const own = parts.get(name) ?? []
      return own.length === count ? [[name, own.map(({ text }) => text).join('')]] : []
    }),
  )
}

/** The keys of the items of a text, to be removed. */
export const textKeys = (owner: string, place: Place): Key[] => keysOf(owner, place).map(chunks.keyOf)
