import type { Context } from 'aws-lambda'
import { loadQueueFunctions } from '../../infra/generation/endpoints.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { recordChanges } from '../../src/history/recorder.ts'
import { dispatchChanges } from '../../src/stream.ts'
import type { BenchWorld } from './bench-world.ts'

const contextOf = (functionName: string) =>
  ({ functionName, awsRequestId: functionName, getRemainingTimeInMillis: () => 60_000 }) as Context

/** Number of changes from a table's stream so far, and of those that reached the dispatcher. */
export interface Streamed {
  changes: number
  handed: number
}

/**
 * Processes the consequences of all writes to a table so far, with the dispatcher and the workers in this process, and
 * with the recorder if requested.
 */
export const consequencesIn = async (
  { endpoints, queueUrls }: BenchWorld,
  tableName: string,
  { isRecorded = false } = {},
): Promise<{ settle: () => Promise<void>; streamed: Streamed }> => {
  const streamed: Streamed = { changes: 0, handed: 0 }
  const stream = streamPoller({
    endpoints,
    tableName,
    checkpoint: {},
    invoke: async (event) => {
      streamed.handed += event.Records.length
      if (isRecorded) await recordChanges(event, contextOf('recorder'))
      return dispatchChanges(event, contextOf('dispatcher'))
    },
    setAside: async ({ dynamodb }) => {
      throw new Error(`A change could not be dispatched: ${JSON.stringify(dynamodb?.Keys)}`)
    },
  })
  const pollers = (await loadQueueFunctions()).map(({ queue, name, handler }) =>
    queuePoller({
      endpoints,
      url: queueUrls[queue] as string,
      invoke: (event) => handler(event, contextOf(name)),
      retrySeconds: 0,
    }),
  )
  const settle = async () => {
    for (let handed = 1; handed > 0;) {
      const changes = await stream.step()
      streamed.changes += changes
      const messages = await Promise.all(pollers.map(({ step }) => step(0)))
      handed = changes + messages.reduce((sum, count) => sum + count, 0)
    }
  }
  return { settle, streamed }
}
