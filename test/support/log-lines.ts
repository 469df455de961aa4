import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished } from 'vitest'
import { logChannel, type LogLine } from '../../src/platform/runtime/log.ts'

/** Returns an array that collects the log lines until the test ends. */
export const linesFromNow = (): LogLine[] => {
  const lines: LogLine[] = []
  const note = (line: unknown) => void lines.push(line as LogLine)
  subscribe(logChannel, note)
  onTestFinished(() => void unsubscribe(logChannel, note))
  return lines
}
