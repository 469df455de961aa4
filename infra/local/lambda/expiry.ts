import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoints } from '../settings/emulator-endpoints.ts'
import { localAws } from '../settings/variables.ts'

/**
 * Number of items per page. The emulator does not answer others while it scans a page, and a page of 1 MB took 800 ms:
 * pages are small, with pauses in between.
 */
const pageSize = 200
const pausesPerPage = 4

/** Interval between scans of the whole table, in milliseconds; DynamoDB itself takes up to two days. */
const intervalMilliseconds = 600_000

/**
 * Removes expired items by their `ttl` as DynamoDB does, because the emulator does not: each by its own deletion, which
 * the stream shows, and only if its `ttl` has not been extended meanwhile.
 */
export const expiry = ({ endpoints, tableName: TableName }: { endpoints: Endpoints; tableName: string }) => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...localAws, endpoint: endpoints.dynamodb }),
  )
  /** Removes items that have expired at `time`, in seconds since 1970, until the signal aborts. */
  const step = async (time: number, signal?: AbortSignal): Promise<void> => {
    const now = { ExpressionAttributeNames: { '#ttl': 'ttl' }, ExpressionAttributeValues: { ':now': time } }
    const remove = ({ pk, sk }: Record<string, unknown>) =>
      client
        .send(new DeleteCommand({ TableName, Key: { pk, sk }, ConditionExpression: '#ttl < :now', ...now }))
        .catch((error: Error) => {
          if (error.name !== 'ConditionalCheckFailedException') throw error
        })
    const input = { TableName, FilterExpression: '#ttl < :now', ProjectionExpression: 'pk, sk', ...now }
    let from = performance.now()
    for await (const { Items = [], LastEvaluatedKey } of paginateScan({ client, pageSize }, input)) {
      for (const item of Items) await remove(item)
      if (signal?.aborted) return
      if (LastEvaluatedKey) await sleep((performance.now() - from) * pausesPerPage)
      from = performance.now()
    }
  }

  /** Scans repeatedly until the signal aborts; starts after one interval, so that it does not slow down the start. */
  const run = async (signal: AbortSignal, onError: (error: unknown) => void): Promise<void> => {
    while (!signal.aborted) {
      await sleep(intervalMilliseconds, undefined, { signal }).catch(() => {})
      if (signal.aborted) break
      await step(Math.floor(Date.now() / 1000), signal).catch(
        (error: unknown) => signal.aborted || onError(error),
      )
    }
    client.destroy()
  }

  return { step, run }
}
