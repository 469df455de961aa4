import { marshall } from '@aws-sdk/util-dynamodb'
import type { Context, DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { Item, Key } from '../../src/platform/table/operation.ts'
import { dispatchChanges, dispatchToIndex } from '../../src/stream.ts'
import { runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { recheckDocuments } from '../operation/indexed-documents.ts'
import { replayFailedChanges } from '../events/failed-changes.ts'
import { jsonFile } from '../local/machine/data-folder.ts'
import { removeOrphans } from '../operation/orphans.ts'
import type { Progress } from '../cli/progress.ts'
import { scanItems } from '../operation/scan.ts'
import { enterService } from '../operation/stack.ts'

const usage = `npm run replay -- --since 2026-01-01T00:00:00Z [--position <file>] [--stage <stage>]
npm run replay -- --only search [--since <time>] [--position <file>] [--stage <stage>]
npm run replay -- --failed [--stage <stage>]
Repeats the consequences (search, notifications) of all resources created or changed since then, and of those without
a date; removes the consequences of deleted ones. Existing consequences stay unchanged. If some of them fail, it lists
them at the end and exits with 1.
With --only search, it only rebuilds the search index: of all resources, or of those changed since then. The queue
"index" does the work, which continues after the command has ended.
With --failed, the dispatcher or the recorder gets each change again that it has set aside, which leaves the queue
"failed-changes" when it is done. Finished work is not repeated. It must run within 24 hours of the change.
With --position, it keeps its position in a file, and the same command continues from there after an interruption.
With a stage, it needs AWS credentials in the environment. Without, it uses the service on this machine: the one in
DATA_DIR, otherwise in .local, otherwise the only other one started from this folder.`

const text = { type: 'string' } as const

/** Returns the time of an item's last change, if it has one. */
const changedAt = ({ summary }: Record<string, unknown>) => {
  const { updated_at, created_at, at } = (summary ?? {}) as Record<string, string | undefined>
  return updated_at ?? created_at ?? at
}

/** Returns a stream record as if the item were new. */
const toStreamRecord = ({ pk, sk, ...rest }: Item): DynamoDBRecord => {
  const Keys = marshall({ pk, sk }) as NonNullable<DynamoDBRecord['dynamodb']>['Keys']
  const NewImage = marshall({ pk, sk, ...rest }, { removeUndefinedValues: true }) as typeof Keys
  return {
    eventID: randomUUID(),
    eventName: 'INSERT',
    dynamodb: { Keys, NewImage, SequenceNumber: randomUUID() },
  }
}

type Dispatch = typeof dispatchChanges

const isDone = async (dispatch: Dispatch, items: Item[]) =>
  (await dispatch({ Records: items.map(toStreamRecord) }, {} as Context)).batchItemFailures.length === 0

const primaryKey = ({ pk, sk }: Key): Key => ({ pk, sk })

/**
 * Dispatches the items together; if that fails, dispatches each separately, so that some may be dispatched twice.
 * Returns the keys of items that fail separately.
 */
const failedKeys = async (dispatch: Dispatch, items: Item[]): Promise<Key[]> => {
  if (await isDone(dispatch, items)) return []
  const failed: Key[] = []
  for (const item of items) if (!(await isDone(dispatch, [item]))) failed.push(primaryKey(item))
  return failed
}

interface Position {
  since: string
  only?: string | undefined
  after?: Key
  handed: number
  removed: number
  failed: Key[]
}

const replayFailed = async (QueueUrl: string, progress: Progress): Promise<string> => {
  const { done, left } = await replayFailedChanges(QueueUrl, (count) =>
    progress.show('replaying', `${count} changes done`),
  )
  const text = `${done} changes that were set aside are done.`
  if (left.length === 0) return text
  throw new Error(`${text}\n${left.length} of them still fail:\n${left.join('\n')}`)
}

const options = {
  since: text,
  only: text,
  position: text,
  failed: { type: 'boolean' },
  ...targetOptions,
} as const

/** Adds the result of one batch of the table's items to the position. */
const replayItems = async (at: Position, items: Item[]): Promise<void> => {
  const changed = items.filter((item) => (changedAt(item) ?? at.since) >= at.since)
  at.failed.push(...(await failedKeys(at.only ? dispatchToIndex : dispatchChanges, changed)))
  at.handed += changed.length
  at.removed += (await recheckDocuments(items)) + (at.only ? 0 : await removeOrphans(items))
  const last = items.at(-1)
  if (last) at.after = primaryKey(last)
}

/** Returns a sentence about the result; throws it, with the keys, if items failed. */
const replaySummary = ({ handed, removed, failed }: Position): string => {
  const done =
    `${handed} things were handed to the dispatcher again, and ` +
    `${removed} rows of things that are gone were removed.`
  if (failed.length === 0) return done
  const keys = failed.map((key) => JSON.stringify(key)).join('\n')
  throw new Error(`${done}\n${failed.length} of them failed, for the reasons above:\n${keys}`)
}

await runCommand({ usage, options }, async (values, _, progress) => {
  const { only, position: path } = values
  if (values.failed) {
    if (only ?? path ?? values.since)
      throw new UsageError('--failed goes with no option but --stage and --region.')
    const { FAILED_CHANGES_URL: url = '' } = await enterService(values, progress)
    return replayFailed(url, progress)
  }
  if (only !== undefined && only !== 'search') throw new UsageError('--only must be search.')
  const from = new Date(values.since ?? (only ? 0 : ''))
  if (Number.isNaN(from.getTime()))
    throw new UsageError('--since must be a time, such as 2026-01-01T00:00:00Z.')
  const start: Position = { since: from.toISOString(), only, handed: 0, removed: 0, failed: [] }
  const file = path === undefined ? undefined : jsonFile<Position>(path, start)
  const at = file?.read() ?? start
  if (at.since !== start.since || at.only !== only)
    throw new UsageError(
      `The position in ${path} belongs to --since ${at.since}${at.only ? ` --only ${at.only}` : ''}.`,
    )

  await enterService(values, progress)
  for await (const items of scanItems(at.after)) {
    await replayItems(at, items)
    file?.write(at)
    progress.show('replaying', `${at.handed} things handed over, ${at.removed} rows removed`)
  }

  file?.remove()
  return replaySummary(at)
})
