import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Of a processor: they take 2 s, and one expression that takes the square of their length some more than this. */
const seconds = 10

test('Texts of 100 000 characters that are made for it cost no expression more than their length', async () => {
  const program = join(import.meta.dirname, 'hostile-texts.ts')

  const { stdout } = await promisify(execFile)('/bin/sh', [
    '-c',
    `ulimit -t ${seconds}; exec "$0" "$@"`,
    process.execPath,
    program,
  ])

  expect(stdout).toMatch(/^\d+ texts$/)
})
