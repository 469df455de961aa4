import { unmarshall } from '@aws-sdk/util-dynamodb'
import middy from '@middy/core'
import pMap from 'p-map'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { log } from '../runtime/log.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import type { Item } from '../table/operation.ts'

/** How many items' changes are handled at once; each may cause many writes. */
const concurrency = 8

type Image = Parameters<typeof unmarshall>[0] | undefined

const itemOf = (image: unknown) => (image ? (unmarshall(image as NonNullable<Image>) as Item) : undefined)

/** The images of the item that a record is about: undefined before it was made and after it was removed. */
export const imagesOf = ({ dynamodb }: DynamoDBRecord) => ({
  before: itemOf(dynamodb?.OldImage),
  after: itemOf(dynamodb?.NewImage),
})

/** The item that a record is about; its keys come in any order. */
const nameOf = ({ dynamodb }: DynamoDBRecord) => {
  const { pk, sk } = dynamodb?.Keys ?? {}
  return JSON.stringify([pk, sk])
}

/**
 * A Lambda function that reads the table's stream: concurrently for different items, in order for each. It reports the
 * first change that failed, so that Lambda continues there (and bisects, infra/event-functions.ts); changes behind it
 * are handled again.
 */
export const streamFunction = (handle: (record: DynamoDBRecord) => Promise<void>) => {
  const isHandled = (record: DynamoDBRecord) =>
    inRequest({ requestId: record.eventID ?? '', confirmSession: noSession }, async () => {
      try {
        await handle(record)
        return true
      } catch (error) {
        log.error('change failed', error, { event_id: record.eventID })
        return false
      }
    })

  /** Handles the changes of one item; the first that fails, or undefined. */
  const firstFailed = async (records: DynamoDBRecord[]) => {
    for (const record of records) if (!(await isHandled(record))) return record
    return undefined
  }

  return middy<DynamoDBStreamEvent>().handler(async ({ Records }): Promise<DynamoDBBatchResponse> => {
    const byItem = Map.groupBy(Records, nameOf).values()
    const failed = new Set(await pMap(byItem, firstFailed, { concurrency }))
    const first = Records.find((record) => failed.has(record))
    const batchItemFailures = first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber as string }] : []
    return { batchItemFailures }
  })
}
