import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from '../platform/schema/schema.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import { getItems } from '../platform/table/batch/batch-get.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { entity } from '../platform/table/entity.ts'
import { readAll } from '../platform/table/list/list.ts'
import { itemName, type Key } from '../platform/table/operation.ts'
import { transact } from '../platform/table/table.ts'
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

/** Returns the changes of the counts that replace one tally of a resource by another, by kind. */
const differences = (before: Tally | null, after: Tally | null) => {
  if (isDeepStrictEqual(before, after)) return []
  const kinds = new Set([before, after].flatMap((tally) => tally?.kind ?? []))
  return [...kinds].map((kind) => {
    const amountIn = (tally: Tally | null, name: (typeof amountNames)[number]) =>
      tally?.kind === kind ? tally[name] : 0
    const changes = amountNames.map((name) => [name, amountIn(after, name) - amountIn(before, name)])
    return { kind, add: Object.fromEntries(changes) as Record<(typeof amountNames)[number], number> }
  })
}

/** Location of a counted resource. */
export type CountedKey = Key & { id: string }

/**
 * Replaces the counted tally of a resource by its present one, in one transaction with the record of it, so that a
 * repeated or late message changes nothing (decision 0072).
 */
export const countResource = (key: CountedKey): Promise<void> =>
  retryOnConflict(async (attempt) => {
    const hash = createHash('sha256').update(itemName(key)).digest()
    const digest = hash.toString('base64url')
    // before the resource: if another worker counts a later state meanwhile, this one conflicts with it
    const counted = await countedResources.find({ digest })
    const tally = (await findTally(key)) ?? null
    const shard = hash.readUInt32BE() % shards
    const rows = differences(counted?.tally ?? null, tally).map(({ kind, add }) => ({
      ids: { kind, shard },
      add,
    }))
    // the first resource of a kind finds no row to add to, and conflicts
    if (attempt > 0) await Promise.all(rows.map(({ ids }) => resourceCounts.ensure(resourceCounts.make(ids))))
    // even if nothing differs: a worker that has read an earlier state must conflict
    const record = { digest, tally, until: tally ? null : epochSeconds() + retentionSeconds }
    await transact([
      counted
        ? countedResources.toUpdate(counted, record)
        : countedResources.toCreate(countedResources.make(record)),
      ...rows.map(({ ids, add }) => ({
        ...resourceCounts.toAddAll(ids, add),
        otherwise: undefined,
      })),
    ])
  })

/** Returns the counts of all kinds. */
export const readCounts = async (): Promise<Map<string, Tally>> => {
  const [source] = resourceCounts.in('all', {})
  const rows = source ? await readAll([{ ...source, asIndexed: '' }]) : []
  const sums = new Map<string, Tally>()
  for (const { kind, ...row } of rows) {
    const sum = sums.get(kind) ?? Tally.parse({ kind })
    for (const name of amountNames) sum[name] += row[name]
    sums.set(kind, sum)
  }
  return sums
}
