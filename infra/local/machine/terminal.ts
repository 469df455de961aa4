import { subscribe } from 'node:diagnostics_channel'
import { styleText } from 'node:util'
import { openProgress } from '../../cli/progress.ts'
import { isDiskFull } from './disk-space.ts'
import { logChannel, type LogLine } from '../../../src/platform/runtime/log.ts'

/** Request that was answered or aborted. */
export interface ServedRequest {
  method: string
  /** Without the query, which may contain tokens. */
  path: string
  status: number
  milliseconds: number
  requestId: string
  code: string | undefined
}

/** Progress line of the service until it is ready. */
export const progress = openProgress()

type Style = Parameters<typeof styleText>[0]

/** Styles text for a terminal; `styleText` returns it unchanged in a pipe or with NO_COLOR. */
const styled = (style: Style, text: string) => styleText(style, text, { stream: process.stdout })

const clockTime = (time: Date) => styled('dim', time.toTimeString().slice(0, 8))

const statusStyle = (status: number): Style =>
  status >= 500 ? 'red' : status >= 400 ? 'yellow' : status >= 300 ? 'cyan' : 'green'

/**
 * Formats a request as `14:03:27 GET    200    12 ms  /api/v1/users`; adds the code and the request ID of an error
 * response.
 */
export const formatRequest = (
  { method, path, status, milliseconds, requestId, code }: ServedRequest,
  time = new Date(),
): string => {
  const took = `${Math.round(milliseconds)} ms`.padStart(8)
  const refused = status >= 400 ? `  ${styled('dim', `${code ?? ''} request ${requestId}`.trim())}` : ''
  const answer = styled(statusStyle(status), String(status))
  return `${clockTime(time)} ${method.padEnd(7)} ${answer} ${took}  ${path}${refused}`
}

/** Errors that are no defects of the code: conflicting writes, calls without an answer. */
const expected =
  /Conflict|Transaction|Timeout|Abort|Throttl|Throughput|SlowDown|Problem|ECONN|EPIPE|socket hang up/

/** Messages about work that is retried after such an error, until it succeeds or is set aside. */
const repeated =
  /^(?:change|message|writing progress|renewing a lease|extending the visibility timeout) failed$/

const styles = { info: 'blue', warn: 'yellow', error: 'red' } as const

/** Formats a log line as a sentence, followed by the stack of an unexpected error. */
export const formatLine = ({ time, level, message, error, reason, stack, ...others }: LogLine): string => {
  const isExpected = expected.test(`${error} ${reason}`)
  const isRepeated = isExpected && repeated.test(message)
  const shown = isRepeated ? 'warn' : level
  const sentence = [message, error === 'Error' ? '' : error, reason].filter(Boolean).join(': ')
  const fields = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${value}`,
  )
  const first = [
    clockTime(new Date(time)),
    styled(styles[shown], shown.padEnd(7)),
    isRepeated ? `${sentence.replace(/\.?$/, '.')} It is retried.` : sentence,
    ...(fields.length > 0 ? [styled('dim', `(${fields.join(', ')})`)] : []),
  ].join(' ')
  const frames =
    typeof stack === 'string' && !isExpected ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : []
  return [first, ...frames.map((frame) => styled('dim', frame))].join('\n')
}

const isJson = () => process.env['LOG'] === 'json'

let isMuted = false

/** Suppresses the log of functions from now on. */
export const muteLog = (): void => void (isMuted = true)

const printLine = (line: LogLine): void =>
  progress.print(`${isJson() ? JSON.stringify(line) : formatLine(line)}\n`)

/** Writes a line, except for errors while the disk is full: one sentence replaces thousands of such lines. */
const writeLine = (line: LogLine): void => {
  if (!isMuted && (line.level === 'info' || !isDiskFull())) printLine(line)
}

/** Prints the log of functions; with `LOG=json` the functions write it themselves, as deployed. */
export const showLog = (): void => {
  const show = (line: LogLine) => {
    // the gateway prints requests, including those that reach no function; outcomes of events are for operators
    if (!['request', 'notification'].includes(line.message)) writeLine(line)
  }
  if (!isJson()) subscribe(logChannel, (line) => show(line as LogLine))
}

/** Prints a request; with `LOG=json` its function has logged it. */
export const showRequest = (request: ServedRequest): void => {
  if (!isJson()) progress.print(`${formatRequest(request)}\n`)
}

/** Prints a message of the local service: as text, or as one line of the JSON log. */
export const say = (text: string): void => {
  if (isJson()) printLine({ time: new Date().toISOString(), level: 'info', message: text })
  else progress.print(`${text}\n`)
}

/** Prints an error that no function has logged. */
export const reportError = (error: unknown): void => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  writeLine({
    time: new Date().toISOString(),
    level: 'error',
    message: 'the local service failed',
    error: name,
    reason: message,
    stack,
  })
}
