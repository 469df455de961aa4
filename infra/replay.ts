import { marshall } from '@aws-sdk/util-dynamodb'
import type { Context, DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { scanItems } from './scan.ts'
import { handler as dispatch } from '../src/spine.ts'
import { command } from './stack.ts'

const usage = `npm run replay -- --since 2026-01-01T00:00:00Z [--stage <stage>]
The service on this machine when no stage is named.`

const text = { type: 'string' } as const

/** When a thing was last changed, if it says so. */
const changedAt = ({ summary }: Record<string, unknown>) => {
  const { updated_at, created_at } = (summary ?? {}) as Record<string, string | undefined>
  return updated_at ?? created_at
}

/**
 * `npm run replay -- --since 2026-01-01T00:00:00Z [--stage …]`: hands everything that was made or changed since then to
 * the dispatcher once more, as if it had just been made. Consequences that there are already stay as they are.
 */
await command(usage, { since: text }, async ({ since = '' }) => {
  const from = new Date(since)
  if (Number.isNaN(from.getTime())) throw new Error('--since must be a time, such as 2026-01-01T00:00:00Z.')
  let count = 0
  for await (const items of scanItems()) {
    const changed = items.filter((item) => (changedAt(item) ?? '') >= from.toISOString())
    const Records = changed.map(({ pk, sk, ...rest }): DynamoDBRecord => {
      const Keys = marshall({ pk, sk }) as NonNullable<DynamoDBRecord['dynamodb']>['Keys']
      const NewImage = marshall({ pk, sk, ...rest }, { removeUndefinedValues: true }) as typeof Keys
      return {
        eventID: randomUUID(),
        eventName: 'INSERT',
        dynamodb: { Keys, NewImage, SequenceNumber: randomUUID() },
      }
    })
    const { batchItemFailures } = await dispatch({ Records }, {} as Context)
    if (batchItemFailures.length > 0) throw new Error('A change failed; the reason stands above.')
    count += Records.length
  }
  return `${count} things were handed to the dispatcher again.`
})
