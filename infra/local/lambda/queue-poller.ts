import { SQSClient } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoints } from '../settings/emulator-endpoints.ts'
import { localQueue, type LocalQueue } from './local-queue.ts'
import { localAws } from '../settings/variables.ts'

interface Work {
  invoke: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>
  /** Visibility timeout of messages in seconds, renewed while the function runs. */
  visibilitySeconds?: number
  /** Visibility timeout of a failed message in seconds; by default the current timeout runs out, as in Lambda. */
  retrySeconds?: number
}

export interface QueuePollerOptions extends Work {
  endpoints: Endpoints
  url: string
  /** SQS client; by default, the poller creates its own. */
  client?: SQSClient
  /** Number of messages that are processed at once; 10 by default. */
  atOnce?: number
}

/** Runs the function once per message, and deletes messages on success. */
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

/** Follows a queue until the signal aborts, with at most `atOnce` messages at once. */
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
 * Consumes a queue as Lambda does: invokes the function for each message separately, deletes the message on success,
 * and leaves failed messages to redelivery and finally to the dead-letter queue.
 */
export const queuePoller = ({ endpoints, url, atOnce = 10, ...options }: QueuePollerOptions) => {
  const { client = new SQSClient({ ...localAws, endpoint: endpoints.sqs }), ...work } = options
  const queue = localQueue(client, url, work.visibilitySeconds ?? 60)
  const { handle, isIdle } = messageHandling(queue, work)
  return {
    isIdle,
    /**
     * Receives waiting messages, for up to `waitSeconds` if there are none, and processes them. Returns their number.
     */
    step: async (waitSeconds: number): Promise<number> => {
      const records = await queue.receive(atOnce, waitSeconds)
      if (records.length > 0) await handle(records)
      return records.length
    },
    /** Follows the queue until the signal aborts. */
    run: async (signal: AbortSignal, onError: OnError): Promise<void> => {
      await follow(queue, { handle, atOnce }, signal, onError)
      client.destroy()
    },
  }
}
