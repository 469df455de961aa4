import type { WriteStream } from 'node:tty'
import { afterAll, beforeEach } from 'vitest'

const { console } = globalThis

/** Log of the hooks of this file. */
const ofHooks: string[] = []

/** Log since the last test began, and the number of its lines that belong to the test. */
let lines: string[] = []
let ofTest = 0
let hasBegun = false

/**
 * Keeps the service's log until a test fails. Passing each line to vitest, which shows the log of failed tests only,
 * would take a tenth of the CPU time of all tests.
 */
const kept: WriteStream['write'] = (chunk: Uint8Array | string, ...more: unknown[]) => {
  lines.push(String(typeof chunk === 'string' ? chunk : Buffer.from(chunk)).replace(/\n$/, ''))
  const done = more.at(-1)
  if (typeof done === 'function') done()
  return true
}

process.stdout.write = kept
process.stderr.write = kept

const tell = () => console.info([...ofHooks, ...lines].join('\n'))

beforeEach(({ onTestFailed, onTestFinished }) => {
  ofHooks.push(...lines.slice(ofTest))
  lines = []
  onTestFinished(() => void (ofTest = lines.length))
  // runs after the onTestFinished callback above
  onTestFailed(tell)
  hasBegun = true
})

// if a hook fails, no test of the file begins, and vitest shows this output for that file only
afterAll(() => {
  if (!hasBegun) tell()
})
