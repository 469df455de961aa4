import { vi } from 'vitest'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { lambdaContext, settle } from './world.ts'

/** Runs an action at a time. The token of a request must still be valid then. */
export const atTime = async <T>(at: string, run: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) })
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}

/** Runs the scheduler in the minute after a time, and handles each message twice. */
export const runSchedulerAt = (at: string): Promise<void> =>
  atTime(new Date(Date.parse(at) + 60_000).toISOString(), async () => {
    await sendScheduledMessages({}, lambdaContext('scheduler'))
    await settle({ deliveries: 2 })
  })
