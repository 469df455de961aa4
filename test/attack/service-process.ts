import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadQueueFunctions } from '../../infra/generation/endpoints.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { recordChanges } from '../../src/history/recorder.ts'
import { dispatchChanges } from '../../src/stream.ts'
import { localLambda, type Definition } from '../../infra/local/lambda/lambda.ts'
import { queueTimeoutSeconds } from '../../infra/events/queues.ts'
import { queueSpec } from '../../src/platform/events/queues.ts'
import { startPollers } from '../../infra/local/lambda/pollers.ts'
import type { World } from '../../infra/local/settings/variables.ts'
import { startService } from '../support/service.ts'
import { recordAwsCalls, type AwsCall } from './aws-calls.ts'

/** State of the service. */
export interface State {
  /** Bytes; the heap after a garbage collection. */
  rss: number
  heap: number
  /** CPU time used so far (s). */
  cpu: number
  /** Unhandled rejections and uncaught exceptions. */
  unhandled: string[]
  calls: AwsCall[]
}

/** The whole service with its consequences, in a process of its own that ends with its parent. */
const world = JSON.parse(process.env['ATTACKED_WORLD'] as string) as World & { failedChangesUrl: string }
const unhandled: string[] = []
process.on('unhandledRejection', (reason) => void unhandled.push(String((reason as Error)?.stack ?? reason)))
process.on('uncaughtException', (error) => void unhandled.push(String(error.stack)))

const { around, calls } = recordAwsCalls()
const behind = localLambda(
  new Map<string, Definition>([
    ['dispatcher', { timeoutSeconds: 60, load: async () => dispatchChanges as never }],
    ['recorder', { timeoutSeconds: 60, load: async () => recordChanges as never }],
    ['scheduler', { timeoutSeconds: 60, load: async () => sendScheduledMessages as never }],
    ...(await loadQueueFunctions()).map(({ queue, name, handler }): [string, Definition] => [
      name,
      { timeoutSeconds: queueTimeoutSeconds(queueSpec(queue)), load: async () => handler as never },
    ]),
  ]),
)
const directory = mkdtempSync(join(tmpdir(), 'attacked-'))
const pollers = await startPollers(world, directory, {
  ...behind,
  invoke: (name, ...more) => around(name, () => behind.invoke(name, ...more)),
})
const { url } = await startService(around)

const state = (): State => {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return { rss, heap: heapUsed, cpu: (user + system) / 1e6, unhandled: unhandled.splice(0), calls: calls() }
}

process.on('message', (asked) => {
  if (asked === 'state') process.send?.({ state: state() })
  if (asked === 'settle') void pollers.idle().then(() => process.send?.({ settled: true }))
})
process.once('disconnect', () => {
  rmSync(directory, { recursive: true, force: true })
  process.exit(0)
})
process.send?.({ url })
