import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { formatLine, formatRequest } from '../../infra/local/machine/terminal.ts'
import type { LogLine } from '../../src/platform/runtime/log.ts'

const time = new Date(2026, 10, 23, 9, 5, 7)
const served = {
  method: 'GET',
  path: '/api/v1/health',
  status: 200,
  milliseconds: 12.4,
  requestId: '7',
  code: undefined,
}
const requestOf = (changes: Partial<Parameters<typeof formatRequest>[0]>) =>
  stripVTControlCharacters(formatRequest({ ...served, ...changes }, time))

const failure: LogLine = {
  time: time.toISOString(),
  level: 'error',
  message: 'change failed',
  error: 'TypeError',
  reason: 'x is not a function',
  stack: 'TypeError: x is not a function\n    at one (file.ts:1:1)\n    at two (file.ts:2:2)',
  event_id: '12',
  request_id: undefined,
}
const lineOf = (changes: Partial<LogLine>) =>
  stripVTControlCharacters(formatLine({ ...failure, ...changes } as LogLine))

describe('a line of the terminal', () => {
  test('shows the time, method, status, duration and path of a request', () => {
    expect(requestOf({})).toBe('09:05:07 GET     200    12 ms  /api/v1/health')
  })

  test('shows the code and the ID of a refused request', () => {
    expect(requestOf({ status: 404, code: 'wiki.page_absent' })).toBe(
      '09:05:07 GET     404    12 ms  /api/v1/health  wiki.page_absent request 7',
    )
  })

  test('precedes the stack of an unexpected error', () => {
    expect(lineOf({})).toBe(
      '09:05:07 error   change failed: TypeError: x is not a function (event_id 12)\n' +
        '    at one (file.ts:1:1)\n    at two (file.ts:2:2)',
    )
  })

  test.each([
    ['a write that crossed with another', { error: 'ConflictError', reason: '' }, 'ConflictError'],
    [
      'a call without an answer',
      { error: 'TimeoutError', reason: 'It took 1 s.' },
      'TimeoutError: It took 1 s',
    ],
    ['a lost connection', { error: 'Error', reason: 'read ECONNRESET' }, 'read ECONNRESET'],
  ])('becomes a single warning for work that is retried after %s', (_, changes, said) => {
    expect(lineOf(changes)).toBe(`09:05:07 warn    change failed: ${said}. It is retried. (event_id 12)`)
  })

  test('becomes an error without a stack for a request that failed because a call got no answer', () => {
    expect(lineOf({ message: 'request failed', error: 'TimeoutError', reason: 'It took 1 s.' })).toBe(
      '09:05:07 error   request failed: TimeoutError: It took 1 s. (event_id 12)',
    )
  })
})
