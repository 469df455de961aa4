import { unmarshall } from '@aws-sdk/util-dynamodb'
import middy from '@middy/core'
import pMap from 'p-map'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { entityTypeOf } from '../table/former-layout.ts'
import { log } from '../runtime/log.ts'
import type { Message } from './queue.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { sendToQueues } from './sqs.ts'
import type { Item } from '../table/operation.ts'

/** A thing before and after a change; undefined before it was made and after it was removed. */
export interface Change<T> {
  before: T | undefined
  after: T | undefined
}

/** Handles changes of the things of one entity. */
export interface ChangeHandler {
  entityType: string
  handle: (before: Item | undefined, after: Item | undefined) => Promise<Message[]>
}

/**
 * Runs `handle` after a thing of `entity` has changed; it makes writes, or returns messages to send. It may
 * run more than once for a change, so it must be idempotent.
 */
export const onChange = <T>(
  entity: { name: string; isInternal: boolean; read: (item: Item) => T },
  handle: (change: Change<T>) => Message[] | Promise<Message[]>,
): ChangeHandler => {
  if (entity.isInternal) throw new TypeError(`Changes of ${entity.name} never come here.`)
  return {
    entityType: entity.name,
    handle: async (before, after) =>
      handle({ before: before && entity.read(before), after: after && entity.read(after) }),
  }
}

/** How many items' changes are handled at once; each may cause many writes. */
const concurrency = 8

type Image = Parameters<typeof unmarshall>[0] | undefined

const itemOf = (image: unknown) => (image ? (unmarshall(image as NonNullable<Image>) as Item) : undefined)

/** The item that a record is about; its keys come in any order. */
const nameOf = ({ dynamodb }: DynamoDBRecord) => {
  const { pk, sk } = dynamodb?.Keys ?? {}
  return JSON.stringify([pk, sk])
}

/**
 * The Lambda function that reads the table's stream and runs the handlers of changes: concurrently for
 * different items, in order for each. It reports the first change that failed, so that Lambda continues there
 * (and bisects, infra/functions.ts); changes behind it are handled again.
 */
export const dispatcher = (handlers: ChangeHandler[]) => {
  const dispatch = async ({ dynamodb }: DynamoDBRecord) => {
    const before = itemOf(dynamodb?.OldImage)
    const after = itemOf(dynamodb?.NewImage)
    const entityType = entityTypeOf(after ?? before)
    for (const handler of handlers)
      if (handler.entityType === entityType) await sendToQueues(await handler.handle(before, after))
  }

  const isDispatched = (record: DynamoDBRecord) =>
    inRequest({ requestId: record.eventID ?? '', confirmSession: noSession }, async () => {
      try {
        await dispatch(record)
        return true
      } catch (error) {
        log.error('change failed', error, { event_id: record.eventID })
        return false
      }
    })

  /** Dispatches the changes of one item; the first that fails, or undefined. */
  const firstFailed = async (records: DynamoDBRecord[]) => {
    for (const record of records) if (!(await isDispatched(record))) return record
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
