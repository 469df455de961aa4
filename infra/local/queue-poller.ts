import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoints } from './emulator-endpoints.ts'
import { localQueue, type LocalQueue } from './local-queue.ts'
import { localAws } from './variables.ts'

interface Work {
  /** Runs the queue's function. */
  invoke: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>
  /** How long messages are hidden while the function runs, renewed in time. */
  visibilitySeconds?: number
  /** How long a message that failed stays hidden; when absent, until the visibility timeout is over, as in Lambda. */
  retrySeconds?: number
}

export interface QueuePollerOptions extends Work {
  endpoints: Endpoints
  /** The queue. */
  url: string
  /** Its own when absent. */
  client?: SQSClient
  /** How many messages are worked on at once, 10 when absent. */
  atOnce?: number
}

/** Hands each message to a run of its own, and removes those that succeeded. */
const messageHandling = (queue: LocalQueue, { invoke, visibilitySeconds = 60, retrySeconds }: Work) => {
  let working = 0
  const isDone = async (record: SQSRecord): Promise<boolean> => {
    const hide = () => void queue.hide([record]).catch(() => {})
    const renewal = setInterval(hide, visibilitySeconds * 333)
    try {
      return !(await invoke({ Records: [record] }))?.batchItemFailures.length
    } catch {
      return false
    } finally {
      clearInterval(renewal)
    }
  }
  const handle = async (records: SQSRecord[]): Promise<void> => {
    const outcomes = await Promise.all(records.map(isDone))
    await queue.remove(records.filter((_, index) => outcomes[index]))
    if (retrySeconds === undefined) return
    await queue.hide(
      records.filter((_, index) => !outcomes[index]),
      retrySeconds,
    )
  }
  return {
    isIdle: () => working === 0,
    handle: async (records: SQSRecord[]): Promise<void> => {
      working += 1
      await handle(records).finally(() => (working -= 1))
    },
  }
}

type OnError = (error: unknown) => void

/** Follows a queue until the signal, with this many messages at once at the most. */
const follow = async (
  queue: LocalQueue,
  { handle, atOnce }: { handle: (records: SQSRecord[]) => Promise<void>; atOnce: number },
  signal: AbortSignal,
  onError: OnError,
): Promise<void> => {
  const rest = async (error: unknown) => {
    if (signal.aborted) return
    onError(error)
    await sleep(1_000, undefined, { signal }).catch(() => {})
  }
  const open = new Set<Promise<void>>()
  while (!signal.aborted) {
    const records = (await queue.receive(atOnce - open.size, 20, signal).catch(rest)) ?? []
    for (const record of records) {
      const run = handle([record])
        .catch(rest)
        .finally(() => open.delete(run))
      open.add(run)
    }
    if (open.size >= atOnce) await Promise.race(open)
  }
  await Promise.all(open)
}

/**
 * Reads a queue as Lambda does: hands over each message by itself, deletes it when that succeeded, and leaves what
 * fails to be delivered again and at last to the dead letters.
 */
export const queuePoller = ({ endpoints, url, atOnce = 10, ...options }: QueuePollerOptions) => {
  const { client = new SQSClient({ ...localAws, endpoint: endpoints.sqs }), ...work } = options
  const queue = localQueue(client, url, work.visibilitySeconds ?? 60)
  const { handle, isIdle } = messageHandling(queue, work)
  return {
    isIdle,
    /** Takes what is there, waiting up to `waitSeconds` for it, and works on it. Gives how many messages it had. */
    step: async (waitSeconds: number): Promise<number> => {
      const records = await queue.receive(atOnce, waitSeconds)
      if (records.length > 0) await handle(records)
      return records.length
    },
    /** Follows the queue until the signal. */
    run: async (signal: AbortSignal, onError: OnError): Promise<void> => {
      await follow(queue, { handle, atOnce }, signal, onError)
      client.destroy()
    },
  }
}
