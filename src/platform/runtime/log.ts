import { requestContext } from './request-context.ts'

type Fields = Record<string, string | number | boolean | null | undefined>

const write = (level: 'info' | 'warn' | 'error', message: string, fields: Fields) => {
  const { requestId } = requestContext()
  const line = {
    time: new Date().toISOString(),
    level,
    request_id: requestId || undefined,
    message,
    ...fields,
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/**
 * JSON lines on standard output. Fields are ids, names of routes and numbers: never a body, header, token or
 * e-mail.
 */
export const log = {
  info: (message: string, fields: Fields = {}) => write('info', message, fields),
  warn: (message: string, fields: Fields = {}) => write('warn', message, fields),
  /** Logs an error by name, message and stack; a Problem's cause is what went wrong behind it. */
  error: (message: string, error: unknown, fields: Fields = {}) => {
    const cause = error instanceof Error ? error : new Error(String(error))
    write('error', message, { ...fields, error: cause.name, reason: cause.message, stack: cause.stack })
  },
}
