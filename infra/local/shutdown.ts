import { readFileSync } from 'node:fs'
import { muteLog, say } from './terminal.ts'

/** What is to be stopped at the end, the last started first. */
const running: (() => unknown)[] = []
let ending: Promise<void> | undefined

/** Has this done when the service ends, before what was started earlier is stopped. */
export const atEnd = (stop: () => unknown): void => void running.push(stop)

/** Time limit for stopping; work that goes on longer is retried by the next start (ms). */
const stopMilliseconds = 2_000

/** Stops everything and ends this process. */
export const end = (code: number): Promise<void> =>
  (ending ??= (async () => {
    // work that is cut off fails, which is no news
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

/** Says why the service cannot go on, and ends it. */
export const fail = (error: unknown): Promise<void> => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return end(1)
}

/** npm, when killed, cannot tell us: the process above our shell is gone then. */
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

/** Ends the service on a signal, or when npm, which has started it, is gone. */
export const endWhenTold = (): void => {
  const stop = () => {
    if (!ending) say('Stopping …')
    void end(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  endWithNpm()
}
