import * as z from 'zod'
import { entity } from './entity.ts'
import type { Operation } from './table.ts'

/** How many code units of UTF-16 one item takes at the most: they have three bytes each in UTF-8, of DynamoDB's 400 KB. */
const chunkCharacters = 90_000

/** A long text, cut into items that lie in the partition of what it belongs to. */
const chunks = entity({
  name: 'text.chunk',
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
export const chunksOf = (text: string): number => partsOf(text).length

/** The writes that store a text of any length under `name` in the partition `owner`; with others, in one transaction. */
export const toStoreText = (owner: string, name: string, text: string, until?: number): Operation[] =>
  partsOf(text).map((part, number) => chunks.toCreate({ owner, name, number, text: part, until }))

/** The text of `count` chunks, read in one round trip. */
export const readText = async (owner: string, name: string, count: number): Promise<string> => {
  const keys = Array.from({ length: count }, (_, number) => ({ owner, name, number }))
  return (await chunks.findMany(keys)).map((chunk) => chunk?.text ?? '').join('')
}
