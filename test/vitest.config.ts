import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Files share a process (`isolate: false`): each has a table, a bucket and queues of its own, and the service keeps no
 * other state.
 */
// vitest reads the default export
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    // of two cores vitest would use one
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/support/emulators-setup.ts'],
    setupFiles: ['test/support/world-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
