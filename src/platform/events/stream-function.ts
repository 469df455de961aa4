import { unmarshall } from '@aws-sdk/util-dynamodb'
import middy from '@middy/core'
import pMap from 'p-map'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { log } from '../runtime/log.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import type { Item } from '../table/operation.ts'

/** Number of items whose changes are handled concurrently; each may cause many writes. */
const concurrency = 8

type Image = Parameters<typeof unmarshall>[0] | undefined

const unmarshallImage = (image: unknown) =>
  image ? (unmarshall(image as NonNullable<Image>) as Item) : undefined

/** Returns the images of a record's item: undefined before its creation and after its removal. */
export const itemImages = ({ dynamodb }: DynamoDBRecord) => ({
  before: unmarshallImage(dynamodb?.OldImage),
  after: unmarshallImage(dynamodb?.NewImage),
})

/** Returns a string that identifies a record's item, whose keys come in any order. */
const recordKey = ({ dynamodb }: DynamoDBRecord) => {
  const { pk, sk } = dynamodb?.Keys ?? {}
  return JSON.stringify([pk, sk])
}

/**
 * Creates a Lambda function that reads the table's stream: concurrently for different items, in order for each.
 * `finish` receives the outcomes of all handled changes, and returns the changes that failed nevertheless. The function
 * reports the first failed change, so that Lambda continues there (and bisects, infra/functions/event-functions.ts);
 * later changes are handled again.
 */
export const streamFunction = <T>(
  handle: (record: DynamoDBRecord) => Promise<T>,
  finish?: (handled: ReadonlyMap<DynamoDBRecord, T>) => Promise<DynamoDBRecord[]>,
) => {
  const tryHandle = (record: DynamoDBRecord) =>
    inRequest({ requestId: record.eventID ?? '', confirmSession: noSession }, async () => {
      try {
        return { outcome: await handle(record) }
      } catch (error) {
        log.error('change failed', error, { event_id: record.eventID })
        return undefined
      }
    })

  return middy<DynamoDBStreamEvent>().handler(async ({ Records }): Promise<DynamoDBBatchResponse> => {
    const handled = new Map<DynamoDBRecord, T>()
    const failed = new Set<DynamoDBRecord>()
    /** Handles the changes of one item, up to the first that fails. */
    const handleItem = async (records: DynamoDBRecord[]) => {
      for (const record of records) {
        const result = await tryHandle(record)
        if (!result) {
          failed.add(record)
          return
        }
        handled.set(record, result.outcome)
      }
    }
    await pMap(Map.groupBy(Records, recordKey).values(), handleItem, { concurrency })
    for (const record of (await finish?.(handled)) ?? []) failed.add(record)
    const first = Records.find((record) => failed.has(record))
    const batchItemFailures = first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber as string }] : []
    return { batchItemFailures }
  })
}
