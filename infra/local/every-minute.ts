import { setTimeout as sleep } from 'node:timers/promises'

const minuteMilliseconds = 60_000

/** Runs something when a minute begins, as a rule of EventBridge does, and at once when this machine has started. */
export const everyMinute = (work: () => Promise<unknown>) => ({
  run: async (signal: AbortSignal, onError: (error: unknown) => void): Promise<void> => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => signal.aborted || onError(error))
      const rest = minuteMilliseconds - (Date.now() % minuteMilliseconds)
      await sleep(rest, undefined, { signal }).catch(() => {})
    }
  },
})
