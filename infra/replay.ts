import { marshall } from '@aws-sdk/util-dynamodb'
import type { Context, DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { Item, Key } from '../src/platform/table/operation.ts'
import { dispatchChanges } from '../src/stream.ts'
import { jsonFile } from './local/data-folder.ts'
import { removeOrphans } from './orphans.ts'
import { scanItems } from './scan.ts'
import { command } from './stack.ts'

const usage = `npm run replay -- --since 2026-01-01T00:00:00Z [--position <file>] [--stage <stage>]
Repeats the consequences (search, notifications) of everything created or changed since then, and of everything
without a date; removes the consequences of what was deleted. What exists already stays as it is. If some of them
fail, it names them at the end and exits with 1.
With --position, it keeps its position in a file, and the same command continues from there after an interruption.
Without a stage, it uses the service on this machine.`

const text = { type: 'string' } as const

/** When a thing was last changed, if it says so. */
const changedAt = ({ summary }: Record<string, unknown>) => {
  const { updated_at, created_at } = (summary ?? {}) as Record<string, string | undefined>
  return updated_at ?? created_at
}

/** As if the item had just been made. */
const recordOf = ({ pk, sk, ...rest }: Item): DynamoDBRecord => {
  const Keys = marshall({ pk, sk }) as NonNullable<DynamoDBRecord['dynamodb']>['Keys']
  const NewImage = marshall({ pk, sk, ...rest }, { removeUndefinedValues: true }) as typeof Keys
  return {
    eventID: randomUUID(),
    eventName: 'INSERT',
    dynamodb: { Keys, NewImage, SequenceNumber: randomUUID() },
  }
}

const isDone = async (items: Item[]) =>
  (await dispatchChanges({ Records: items.map(recordOf) }, {} as Context)).batchItemFailures.length === 0

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk })

/**
 * Hands the items over together, and where that fails each by itself, which may be done twice; those that fail alone.
 */
const failedOf = async (items: Item[]): Promise<Key[]> => {
  if (await isDone(items)) return []
  const failed: Key[] = []
  for (const item of items) if (!(await isDone([item]))) failed.push(keyOf(item))
  return failed
}

interface Position {
  since: string
  after?: Key
  handed: number
  removed: number
  failed: Key[]
}

await command(usage, { since: text, position: text }, async ({ since = '', position: path }) => {
  const from = new Date(since)
  if (Number.isNaN(from.getTime())) throw new Error('--since must be a time, such as 2026-01-01T00:00:00Z.')
  const start: Position = { since: from.toISOString(), handed: 0, removed: 0, failed: [] }
  const file = path === undefined ? undefined : jsonFile<Position>(path, start)
  const at = file?.read() ?? start
  if (at.since !== start.since) throw new Error(`The position in ${path} belongs to --since ${at.since}.`)

  for await (const items of scanItems(at.after)) {
    const changed = items.filter((item) => (changedAt(item) ?? at.since) >= at.since)
    at.failed.push(...(await failedOf(changed)))
    at.handed += changed.length
    at.removed += await removeOrphans(items)
    const last = items.at(-1)
    if (last) at.after = keyOf(last)
    file?.write(at)
  }

  file?.remove()
  const { handed, removed, failed } = at
  const done =
    `${handed} things were handed to the dispatcher again, and ` +
    `${removed} rows of things that are gone were removed.`
  if (failed.length === 0) return done
  const keys = failed.map((key) => JSON.stringify(key)).join('\n')
  throw new Error(`${done}\n${failed.length} of them failed, for the reasons above:\n${keys}`)
})
