import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Limit of processor time (s): the texts take 2 s, and a single quadratic expression adds more than the rest. */
const seconds = 10

test('hostile texts of 100,000 characters cost every expression linear time', async () => {
  const program = join(import.meta.dirname, 'hostile-texts.ts')

  const { stdout } = await promisify(execFile)('/bin/sh', [
    '-c',
    `ulimit -t ${seconds}; exec "$0" "$@"`,
    process.execPath,
    program,
  ])

  expect(stdout).toMatch(/^\d+ texts$/)
})
