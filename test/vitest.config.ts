import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ensureGenerated } from '../infra/generation/generation.ts'
import { bundleReader } from './support/reader-bundle.ts'
import { isReader, leadingTo } from './support/reader-module.ts'

/** The slowest files, slowest first: if started last, they would keep one process busy after all others are done. */
const slowFiles = [
  'infra/deploy.system',
  'documents/fatal-document.system',
  'access/demo.system',
  'groups/large.system',
  'kinds/made-up.system',
  'docs/accessibility.system',
  'infra/demo.system',
  'infra/commands.system',
  'lms/killed-worker.system',
  'infra/offline.system',
  'infra/start.system',
  'wopi/server.system',
  'infra/code-by-content.system',
  'history/removed-trees.system',
  'documents/pdf-recall.system',
  'search/large-documents.system',
  'chats/injections.system',
  'docs/try-out.system',
  'infra/readme.system',
  'infra/package.system',
  'wopi/streaming.system',
  'models/hostile-texts.system',
  'task/sweeps.system',
  'chats/trojan.system',
  'documents/real-documents.system',
  'models/questions.system',
  'search/questions.system',
  'wiki/sweeps.system',
  'clients/clients.system',
  'lms/dying-reader.system',
  'chats/killed-worker.system',
  'documents/bombs.system',
  'infra/replay-failed.system',
  'infra/replay.system',
  'platform/deadline.system',
  'auth/throttle-faults.system',
  'lms/from-file-rules.system',
  'lms/outdated-courses.system',
  'files/versions.system',
  'lms/from-file.system',
  'lms/generating-limit',
  'lms/lessons',
  'chats/replies',
  'search/kinds',
  'chats/limits',
  'chats/visible-quotes',
  'lms/naming',
  'chats/quoted-files',
  'platform/contention',
  'platform/table-failures',
  'infra/locked-history',
  'chats/search-read',
  'task/project-list',
  'history/audit-lock',
]

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = slowFiles.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return rank === -1 ? slowFiles.length : rank
}

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

const systemTests = 'test/**/*.system.test.ts'

ensureGenerated({ orFormer: true })

/**
 * Two projects. `endpoints` tests the API that clients see (`npm test`). `system` tests the surroundings (`npm run
 * test:system`): processes that start, stop and are killed, browsers, packages, deployments, large streams, many
 * documents in processes of their own, limits of several seconds, and large amounts: real documents, hostile texts,
 * thousands of rows. Files share a process (`isolate: false`): each has a table, a bucket and queues of its own, and
 * the service keeps no other state.
 */
// vitest reads the default export
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  plugins: [
    // a reader started from its sources takes most of a second of CPU time before it reads a file
    {
      name: 'document-reader',
      enforce: 'pre',
      load: async (path) => (isReader(path) ? leadingTo(await bundleReader()) : undefined),
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (isReader(id) ? false : undefined)),
    },
  ],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'endpoints',
          include: ['test/**/*.test.ts'],
          exclude: [systemTests, '**/node_modules/**'],
        },
      },
      // limits that only end hanging tests: `.ci/run` does other work in parallel, and a slow machine takes ten times
      // as long
      {
        extends: true,
        test: { name: 'system', include: [systemTests], testTimeout: 600_000, hookTimeout: 600_000 },
      },
    ],
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // collects the garbage of a request when it ends, instead of promoting it
    execArgv: ['--max-semi-space-size=32'],
    // one more than cores, because some always wait for a time limit or a child process
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/support/emulators-setup.ts'],
    setupFiles: [
      'test/support/quiet-setup.ts',
      'test/support/unsigned-setup.ts',
      'test/support/world-setup.ts',
    ],
    // shows the log of a failing test next to it
    silent: 'passed-only',
    // passing tests take a few seconds, and more on a busy machine
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
