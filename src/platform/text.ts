import * as z from 'zod'
import { entity } from './entity.ts'
import type { Operation } from './table.ts'

/** How many characters one item takes at the most: 100 000 of four bytes are below DynamoDB's 400 KB. */
const chunkCharacters = 90_000

/** A long text, cut into items that lie in the partition of what it belongs to. */
const chunks = entity({
  name: 'text.chunk',
  schema: z.object({ owner: z.string(), name: z.string(), number: z.int(), text: z.string() }),
  key: ({ owner, name, number }: { owner: string; name: string; number: number }) => ({
    pk: owner,
    sk: `text#${name}#${String(number).padStart(4, '0')}`,
  }),
})

/** How many items a text of this length takes. */
export const chunksOf = (text: string): number => Math.max(1, Math.ceil(text.length / chunkCharacters))

/** The writes that store a text of any length under `name` in the partition `owner`; with others, in one transaction. */
export const toStoreText = (owner: string, name: string, text: string): Operation[] =>
  Array.from({ length: chunksOf(text) }, (_, number) => {
    const part = text.slice(number * chunkCharacters, (number + 1) * chunkCharacters)
    return chunks.toCreate({ owner, name, number, text: part })
  })

/** The text of `count` chunks, read in one round trip. */
export const readText = async (owner: string, name: string, count: number): Promise<string> => {
  const keys = Array.from({ length: count }, (_, number) => ({ owner, name, number }))
  return (await chunks.findMany(keys)).map((chunk) => chunk?.text ?? '').join('')
}

/** The writes that remove it. */
export const toRemoveText = (owner: string, name: string, count: number): Operation[] =>
  Array.from({ length: count }, (_, number) => chunks.toRemove({ owner, name, number }))
