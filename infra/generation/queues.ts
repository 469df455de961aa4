import { relative } from 'node:path'
import { queueNames, type QueueName } from '../../src/platform/events/queues.ts'
import { exportName, queueFile, type LoadedWorker } from './endpoints.ts'

const quotedKind = (kind: string): string => (/^\w+$/.test(kind) ? kind : `'${kind}'`)

const workerImport = ({ file, worker: { kind } }: LoadedWorker): string =>
  `import { ${exportName(file)} as ${exportName(kind)} } from '../../${file}'`

const queueFunctionSource = (queue: QueueName, workers: LoadedWorker[]): string =>
  [
    ...workers.map(workerImport),
    "import { queueFunction } from '../../src/platform/events/queue-function.ts'",
    '',
    '/** Written by `npm run openapi`: the workers by the kinds of their messages. */',
    `export const ${exportName(queueFile(queue))} = queueFunction('${queue}', {`,
    ...workers.map(({ worker: { kind } }) => `  ${quotedKind(kind)}: ${exportName(kind)},`),
    '})',
    '',
  ].join('\n')

/** Returns the source of each queue's function with its workers, by file name. */
export const queueFunctionSources = (workers: LoadedWorker[]): Record<string, string> =>
  Object.fromEntries(
    queueNames.map((queue) => [
      relative('.generated', queueFile(queue)),
      queueFunctionSource(
        queue,
        workers.filter(({ worker }) => worker.queues.includes(queue)),
      ),
    ]),
  )
