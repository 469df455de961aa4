import { channel } from 'node:diagnostics_channel'
import { requestContext } from './request-context.ts'

type Fields = Record<string, string | number | boolean | null | undefined>

export type LogLine = Fields & { time: string; level: 'info' | 'warn' | 'error'; message: string }

/** Name of the channel (`node:diagnostics_channel`) whose subscribers receive the lines instead of standard output. */
export const logChannel = 'enterprise-platform:log'

const lines = channel(logChannel)

const writeLog = (level: LogLine['level'], message: string, fields: Fields) => {
  const { requestId } = requestContext()
  const line: LogLine = {
    time: new Date().toISOString(),
    level,
    request_id: requestId || undefined,
    message,
    ...fields,
  }
  if (lines.hasSubscribers) lines.publish(line)
  else process.stdout.write(`${JSON.stringify(line)}\n`)
}

/**
 * Logger that writes JSON lines to standard output. Fields are IDs, route names and numbers: never a body, header,
 * token or email address.
 */
export const log = {
  info: (message: string, fields: Fields = {}) => writeLog('info', message, fields),
  warn: (message: string, fields: Fields = {}) => writeLog('warn', message, fields),
  /** Logs the name, message and stack of an error, and the name and message of its cause. */
  error: (message: string, error: unknown, fields: Fields = {}) => {
    const { name, message: reason, stack, cause } = error instanceof Error ? error : new Error(String(error))
    const behind = cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined
    writeLog('error', message, { ...fields, error: name, reason, cause: behind, stack })
  },
}
