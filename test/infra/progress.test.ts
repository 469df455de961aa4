import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openProgress } from '../../infra/cli/progress.ts'

const eraseLine = '\r\u001B[2K'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  vi.stubEnv('TERM', 'xterm-256color')
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', '1')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const colourVariables = () => ({
  TERM: process.env['TERM'],
  ...(process.env['NO_COLOR'] && { NO_COLOR: process.env['NO_COLOR'] }),
})

/**
 * Opens a progress line on a terminal; `written` returns the output since its last call, including the command's own.
 */
const given = (terminal: object = { isTTY: true }) => {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    columns: 40,
    // CI and similar variables would disable colors, depending on the environment of the tests
    getColorDepth: () => WriteStream.prototype.getColorDepth.call(undefined as never, colourVariables()),
    ...terminal,
  })
  const progress = openProgress(stream, stream)
  onTestFinished(() => progress.clear())
  return { progress, written: () => (stream.read() as string | null) ?? '' }
}

const passSeconds = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

describe('the progress line', () => {
  test('shows the current step and its duration, and disappears at the end', () => {
    const { progress, written } = given()

    progress.show('reading the secrets')
    const atOnce = written()
    passSeconds(1)
    const early = written()
    passSeconds(3)
    const late = written()
    progress.clear()

    expect([atOnce, early]).toEqual(['', `${eraseLine}reading the secrets … 1 s\r`])
    expect(late.endsWith(`${eraseLine}reading the secrets … 4 s\r`)).toBe(true)
    expect(written()).toBe(eraseLine)
  })

  test('counts the seconds of a step, whose details may change', () => {
    const { progress, written } = given()

    progress.show('replaying', '100 things')
    passSeconds(2)
    progress.show('replaying', '200 things')
    passSeconds(1)
    const [second, third] = written().split(eraseLine).slice(-2)
    progress.show('counting')
    passSeconds(1)

    expect([second, third]).toEqual(['replaying: 100 things … 2 s\r', 'replaying: 200 things … 3 s\r'])
    expect(written()).toBe(`${eraseLine}${eraseLine}counting … 1 s\r`)
  })

  test('moves below the output of the command', () => {
    const { progress, written } = given()

    progress.show('testing')
    passSeconds(1)
    written()
    progress.print('one passed\n')
    passSeconds(1)

    expect(written()).toBe(`${eraseLine}one passed\n${eraseLine}testing … 2 s\r`)
  })

  test.each([
    ['the terminal is wide', 40, 39],
    ['80 characters where that is unknown', 0, 79],
  ])('never becomes longer than %s', (_, columns, length) => {
    const { progress, written } = given({ isTTY: true, columns })

    progress.show('x'.repeat(200))
    passSeconds(1)
    const line = written().replace(eraseLine, '').trimEnd()

    expect(line).toMatch(/^x+ … 1 s$/)
    expect(line).toHaveLength(length)
  })

  test.each([
    ['grey', undefined, `${eraseLine}\u001B[2mtesting … 1 s\u001B[22m\r`],
    ['plain under NO_COLOR', '1', `${eraseLine}testing … 1 s\r`],
  ])('renders as %s', (_, noColour, line) => {
    vi.stubEnv('NO_COLOR', noColour)
    const { progress, written } = given()

    progress.show('testing')
    passSeconds(1)

    expect(written()).toBe(line)
  })

  test.each([
    ['a pipe', {}, 'xterm'],
    ['a terminal that cannot erase', { isTTY: true }, 'dumb'],
  ])('does not appear in %s', (_, terminal, kind) => {
    vi.stubEnv('TERM', kind)
    const { progress, written } = given(terminal)

    progress.show('testing')
    passSeconds(5)

    expect(written()).toBe('')
  })
})
