import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulators } from '../../infra/local/emulators/emulators.ts'
import { makeKeys, secretContents } from '../../infra/local/settings/keys.ts'
import { makeBucket, makeQueues, makeTable } from '../../infra/local/service/resources.ts'
import {
  applyVariables,
  patience,
  serviceVariables,
  type World,
} from '../../infra/local/settings/variables.ts'
import { oidcSecrets } from '../support/oidc-client.ts'
import { startDynamoProxy, type DynamoProxy } from '../support/dynamo-proxy.ts'

export interface BenchWorld {
  /** Proxy between this process and the table. */
  proxy: DynamoProxy
  /** Environment of other processes, which reach the table directly. */
  variables: NodeJS.ProcessEnv
  /** Folder for files, which is deleted with the world. */
  directory: string
  /** Endpoints through which this process reaches table, queues and bucket without the proxy. */
  endpoints: World['endpoints']
  queueUrls: World['queueUrls']
}

const openWorld = async () => {
  const keys = await makeKeys()
  const { endpoints, stop } = await startEmulators({ secrets: secretContents(keys, '{}', oidcSecrets) })
  const proxy = await startDynamoProxy(endpoints.dynamodb)
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const close = async () => {
    await proxy.stop()
    await stop()
    rmSync(directory, { recursive: true })
  }
  const queues = makeQueues(endpoints)
  const [queueUrls] = await Promise.all([
    queues,
    makeTable(endpoints, 'bench'),
    makeBucket(endpoints, 'bench', queues),
  ])
  const names = { tableName: 'bench', bucketName: 'bench', publicUrl: 'http://127.0.0.1:3000' }
  const world = { ...names, endpoints, keys, queueUrls }
  applyVariables({ ...world, endpoints: { ...endpoints, dynamodb: proxy.url } })
  // a busy machine must not cause refusals
  Object.assign(process.env, patience)
  const variables = { ...process.env, ...serviceVariables(world) }
  return { world: { proxy, variables, directory, endpoints, queueUrls }, close }
}

let open: ReturnType<typeof openWorld> | undefined

/** Runs `work` in the world of this process: emulators in memory, with table, bucket and queues. */
export const inBenchWorld = async <T>(work: (world: BenchWorld) => Promise<T>): Promise<T> =>
  work((await (open ??= openWorld())).world)

/** Closes the world, if it was opened. */
export const closeBenchWorld = async (): Promise<void> => (await open)?.close()
