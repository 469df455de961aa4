import { setTimeout as sleep } from 'node:timers/promises'

const minuteMilliseconds = 60_000

/**
 * Runs a task at the beginning of each minute, like an EventBridge rule, and once at the start of this machine's
 * service.
 */
export const everyMinute = (work: () => Promise<unknown>) => ({
  run: async (signal: AbortSignal, onError: (error: unknown) => void): Promise<void> => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => signal.aborted || onError(error))
      const rest = minuteMilliseconds - (Date.now() % minuteMilliseconds)
      await sleep(rest, undefined, { signal }).catch(() => {})
    }
  },
})
