import { createHash } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import { getItems } from '../platform/table/batch/batch-get.ts'
import { entity } from '../platform/table/entity.ts'
import { asIndexed, readAll } from '../platform/table/list/list.ts'
import { itemName, type Key } from '../platform/table/operation.ts'
import { addUp, addWithRecord } from '../platform/table/sums.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { amountNames, amounts, Tally, toTally, toTrashTally, withFormerContents } from './tally.ts'

const partition = () => 'overview#counts'

/** Number of rows of a kind, so that many resources are counted in parallel. */
const shards = 4

/** Counts of all resources of a kind, divided among a few rows. */
const resourceCounts = entity({
  name: 'overview.resource_count',
  isInternal: true,
  schema: z.object({ kind: z.string(), shard: z.int(), ...amounts }),
  key: ({ kind, shard }: { kind: string; shard: number }) => ({ pk: partition(), sk: `${kind}#${shard}` }),
  lists: { all: { partition } },
  counters: amountNames,
})

/** Retention of the record of a deleted resource: longer than any message about it, in seconds. */
const retentionSeconds = 7 * 86_400

/**
 * Tally that the counts contain for a resource; null once it is deleted. A digest stands for the key of the resource,
 * so that nothing identifies a deleted one.
 */
const countedResources = entity({
  name: 'overview.counted_resource',
  isInternal: true,
  schema: z.object({
    digest: z.string(),
    tally: z.orNull(Tally),
    until: z.orNull(z.int()),
    version: z.int(),
  }),
  key: ({ digest }: { digest: string }) => ({ pk: `overview#resource#${digest}`, sk: 'counted' }),
  expires: ({ until }) => until ?? undefined,
})

const findTally = async ({ id, ...key }: CountedKey): Promise<Tally | undefined> => {
  const [item, entry] = await getItems([key, trashEntries.keyOf({ id })])
  const tally = toTally(item) ?? toTrashTally(entry)
  return tally?.kind === 'file' ? withFormerContents(tally, id) : tally
}

/** Location of a counted resource. */
export type CountedKey = Key & { id: string }

/**
 * Replaces the counted tally of a resource by its present one, so that a repeated or late message changes nothing
 * (decision 0072).
 */
export const countResource = (key: CountedKey): Promise<void> => {
  const hash = createHash('sha256').update(itemName(key)).digest()
  const digest = hash.toString('base64url')
  const shard = hash.readUInt32BE() % shards
  const toCounts = (tally: Tally | null | undefined, sign: 1 | -1) => {
    if (!tally) return []
    const amounts = Object.fromEntries(amountNames.map((name) => [name, sign * tally[name]]))
    return [{ ids: { kind: tally.kind, shard }, ...amounts }]
  }
  return addWithRecord(resourceCounts, amountNames, async () => {
    // before the resource: if another worker counts a later state meanwhile, this one conflicts with it
    const counted = await countedResources.find({ digest })
    const tally = (await findTally(key)) ?? null
    // even if nothing differs: a worker that has read an earlier state must conflict
    const fields = { digest, tally, until: tally ? null : epochSeconds() + retentionSeconds }
    const record = counted
      ? countedResources.toUpdate(counted, fields)
      : countedResources.toCreate(countedResources.make(fields))
    return { added: [...toCounts(counted?.tally, -1), ...toCounts(tally, 1)], record }
  })
}

/** Returns the counts of all kinds. */
export const readCounts = async (): Promise<Map<string, Tally>> => {
  const rows = await readAll(asIndexed(resourceCounts.in('all', {})))
  const byKind = Map.groupBy(rows, ({ kind }) => kind).entries()
  return new Map(byKind.map(([kind, same]) => [kind, { kind, ...addUp(amountNames, same) }]))
}
