import { marshall } from '@aws-sdk/util-dynamodb'
import type { Context, DynamoDBStreamEvent } from 'aws-lambda'
import type { Item } from '../../src/platform/table/operation.ts'
import { dispatchChanges } from '../../src/stream.ts'

/** Passes items to the dispatcher as if they were new, as a replay does (infra/commands/replay.ts). */
export const handOver = (...items: Item[]) => {
  const Records = items.map((item, index) => {
    const [Keys, NewImage] = [{ pk: item.pk, sk: item.sk }, item].map((part) =>
      marshall(part, { removeUndefinedValues: true }),
    )
    return { eventID: String(index), dynamodb: { Keys, NewImage, SequenceNumber: String(index) } }
  })
  return dispatchChanges({ Records } as DynamoDBStreamEvent, {} as Context)
}
