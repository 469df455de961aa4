import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Those that take longest, the longest first: begun last they would keep one process busy when the others
 * have ended.
 */
const long = [
  'infra/start',
  'wopi/streaming',
  'docs/browser',
  'infra/package',
  'infra/deploy',
  'infra/twice-as-large',
  'infra/code-by-content',
  'lms/killed-worker',
  'chats/killed-worker',
  'chats/injections',
  'wiki/sweeps',
  'task/sweeps',
  'knowledge/questions',
  'wopi/broken-transfers',
]

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return place === -1 ? long.length : place
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

/**
 * Files share a process (`isolate: false`): each has a table, a bucket and queues of its own, and the service keeps no
 * other state.
 */
// vitest reads the default export
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // what is made for a request is collected when it has ended, instead of being kept for later
    execArgv: ['--max-semi-space-size=32'],
    // of two cores vitest would use one
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/support/emulators-setup.ts'],
    setupFiles: ['test/support/quiet-setup.ts', 'test/support/world-setup.ts'],
    // what a test that fails has written stands beside it
    silent: 'passed-only',
    // they pass in a few seconds, and also on a machine that has to do other things
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
