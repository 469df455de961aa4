import { readFileSync } from 'node:fs'
import { muteLog, say } from './terminal.ts'

/** Stop functions; they run in reverse order. */
const running: (() => unknown)[] = []
let ending: Promise<void> | undefined

/** Registers a function that runs when the service ends, before functions that were registered earlier. */
export const atEnd = (stop: () => unknown): void => void running.push(stop)

/** Time limit for stopping, in milliseconds; the next start retries unfinished work. */
const stopMilliseconds = 2_000

export const end = (code: number): Promise<void> =>
  (ending ??= (async () => {
    // interrupted work fails as expected
    muteLog()
    for (const event of ['uncaughtException', 'unhandledRejection'])
      process.removeAllListeners(event).on(event, () => {})
    setTimeout(() => process.exit(code), stopMilliseconds).unref()
    for (const stop of running.reverse())
      try {
        await stop()
      } catch (error) {
        process.stderr.write(`${String(error)}\n`)
      }
    process.exit(code)
  })())

/** Prints why the service cannot continue, and ends it. */
export const fail = (error: unknown): Promise<void> => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return end(1)
}

/**
 * Returns the process IDs of the parent and grandparent: a killed npm sends no signal, but is no longer the parent of
 * our shell.
 */
const ancestors = (): string => {
  try {
    return `${process.ppid} ${
      readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
        .replace(/^.*\) \S /s, '')
        .split(' ')[0]
    }`
  } catch {
    return String(process.ppid)
  }
}

const endWithNpm = () => {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const before = ancestors()
  setInterval(() => {
    if (ancestors() !== before) void end(1)
  }, 500).unref()
}

/** Ends the service on a signal, or when the npm process that started it ends. */
export const endWhenTold = (): void => {
  const stop = () => {
    if (!ending) say('Stopping …')
    void end(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  endWithNpm()
}
