import type { WriteStream } from 'node:tty'
import { afterAll, beforeEach } from 'vitest'

const { console } = globalThis

/** What the hooks of this file have logged. */
const ofHooks: string[] = []

/** What was logged since the last test began, and how much of that it has logged itself, once it has ended. */
let lines: string[] = []
let ofTest = 0
let hasBegun = false

/**
 * The service's log is kept here until a test fails. Handed over to vitest line by line, which shows it for those alone
 * as well, it would be a tenth of what all tests take of a processor.
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
  // comes after the one that has finished
  onTestFailed(tell)
  hasBegun = true
})

// of a file whose hook has failed no test begins; vitest shows what is told here for such a file alone
afterAll(() => {
  if (!hasBegun) tell()
})
