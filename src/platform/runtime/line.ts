import { setTimeout as sleep } from 'node:timers/promises'

/** The last in each line: who comes next waits for it. */
const lines = new Map<string, Promise<unknown>>()

/** Nobody waits longer for those before them, in milliseconds: then they go on beside them. */
const maxWaitMilliseconds = 12_000

/**
 * Runs works of one process that would only get in each other's way one after the other, in the order in which they
 * come, those of each key by themselves. It saves their collisions and is no lock: other processes know nothing of it.
 * Each is told what the one before it has returned, if it has just done so, and for how long it has waited
 * (decision 0035).
 */
export const inLine = async <T>(
  key: string,
  work: (before: T | undefined, waitedMilliseconds: number) => Promise<T>,
): Promise<T> => {
  const from = Date.now()
  const ahead = lines.get(key) as Promise<T | undefined> | undefined
  const done = (async () => {
    const stop = new AbortController()
    const limit = sleep(maxWaitMilliseconds, undefined, { signal: stop.signal }).catch(() => undefined)
    const before = await Promise.race([ahead, limit])
    stop.abort()
    return work(before, Date.now() - from)
  })()
  const settled = done.catch(() => undefined)
  lines.set(key, settled)
  try {
    return await done
  } finally {
    if (lines.get(key) === settled) lines.delete(key)
  }
}
