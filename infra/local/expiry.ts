import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoints } from './emulator-endpoints.ts'
import { localAws } from './variables.ts'

/**
 * The emulator answers nobody while it looks through a page: a page of 1 MB took 800 ms. So they are small, and the
 * time between them is the others'.
 */
const pageSize = 200
const pausesPerPage = 4

/** How often it looks through the whole table, in milliseconds; DynamoDB itself takes up to two days. */
const intervalMilliseconds = 600_000

/**
 * Removes what is over by its `ttl`, as DynamoDB's TTL does and the emulator does not: each by a deletion of
 * its own that the stream shows, and only if it has not been given more time meanwhile.
 */
export const expiry = ({ endpoints, tableName: TableName }: { endpoints: Endpoints; tableName: string }) => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...localAws, endpoint: endpoints.dynamodb }),
  )
  /** Removes what is over at `time`, in seconds since 1970, until the signal. */
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

  /** Looks again and again until the signal, and not while everything else starts. */
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
