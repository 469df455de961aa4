import * as z from '../schema/schema.ts'
import { entity, keyBelow } from '../table/entity.ts'
import { readAll } from '../table/list/list.ts'
import type { Item, Operation } from '../table/operation.ts'
import { trashEntries, type StoredEntry } from './entry.ts'

/** Maximum size of the items in a part, in bytes; DynamoDB allows 400 KB. */
const maxChunkBytes = 300_000

/** A chunk of table items that went to the trash with the resource of an entry. */
const chunks = entity({
  name: 'trash.part',
  isInternal: true,
  schema: z.object({
    entry_id: z.string(),
    number: z.int(),
    items: z.array(z.record(z.string(), z.unknown())),
  }),
  ...keyBelow('entry_id', trashEntries, 'part', ({ number }: { number: number }) =>
    String(number).padStart(4, '0'),
  ),
})

/** Returns the writes that store items in the trash beside an entry. */
export const toStoreChunks = (entry_id: string, items: Item[]): Operation[] => {
  const packed: Item[][] = []
  let bytes = Infinity
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item))
    if (bytes + size > maxChunkBytes) {
      packed.push([])
      bytes = 0
    }
    packed.at(-1)?.push(item)
    bytes += size
  }
  return packed.map((items, number) => chunks.toCreate({ entry_id, number, items }))
}

/** Returns the items that went to the trash with an entry, and the writes that remove them from there. */
export const findChunks = async ({ id }: Pick<StoredEntry, 'id'>) => {
  const found = await readAll(chunks.in('all', { entry_id: id }))
  return {
    items: found.flatMap(({ items }) => items as Item[]),
    removals: found.map((part) => chunks.toRemove(part)),
  }
}
