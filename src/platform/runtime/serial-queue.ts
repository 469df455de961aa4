import { setTimeout as sleep } from 'node:timers/promises'

/** The last run in each queue; the next run waits for it. */
const queues = new Map<string, Promise<unknown>>()

/** Maximum time that a run waits for earlier runs, in milliseconds; it then runs concurrently with them. */
const maxWaitMilliseconds = 12_000

/**
 * Runs work that would otherwise conflict within this process serially per key, in order of arrival. This avoids
 * conflicts but is no lock: other processes do not take part. `work` receives the result of the run that it waited for,
 * undefined if that run failed or took too long, and its own waiting time (decision 0035).
 */
export const runSerially = async <T>(
  key: string,
  work: (before: T | undefined, waitedMilliseconds: number) => Promise<T>,
): Promise<T> => {
  const from = Date.now()
  const ahead = queues.get(key) as Promise<T | undefined> | undefined
  const done = (async () => {
    const stop = new AbortController()
    const limit = sleep(maxWaitMilliseconds, undefined, { signal: stop.signal }).catch(() => undefined)
    const before = await Promise.race([ahead, limit])
    stop.abort()
    return work(before, Date.now() - from)
  })()
  const settled = done.catch(() => undefined)
  queues.set(key, settled)
  try {
    return await done
  } finally {
    if (queues.get(key) === settled) queues.delete(key)
  }
}
