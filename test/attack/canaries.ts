import { unavailable } from '../../src/platform/runtime/problem.ts'
import type { Part } from './attack.ts'

const busy = unavailable(undefined).message

interface Line {
  level?: string
  message?: string
  reason?: string
  error?: string
  cause?: string
}

const lineOf = (text: string): Line | undefined => {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

/**
 * Checks that the log has no secret: no part of a token, no password, no signature or secret of a link, and no text of
 * people. Reports all errors behind the requests.
 */
export const canaries: Part = async ({ world, secrets, mark, violated, note }) => {
  const log = world.log()
  const lines = log.split('\n').filter((line) => line !== '')
  const where = (text: string) => lines.find((line) => line.includes(text))?.slice(0, 500)
  for (const secret of secrets.foundIn(log)) violated(`a secret in the log: ${where(secret)}`)
  if (log.includes(mark)) violated(`somebody's words in the log: ${where(mark)}`)
  for (const line of lines) {
    const { level, message, reason, error, cause } = lineOf(line) ?? { level: 'error', message: line }
    // the sender sees a failed request; a message or a change that met a busy service is redelivered
    const isRetried = ['message failed', 'change failed'].includes(message ?? '') && reason === busy
    if ((level === 'error' && message !== 'request failed' && !isRetried) || message === 'message given up')
      violated(`an error behind the requests: ${[message, error, reason, cause].join(' ')}`.slice(0, 400))
  }
  note(`${secrets.count()} secrets looked for in ${lines.length} lines of the log`)
}
