import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulators } from '../../infra/local/emulators.ts'
import { makeKeys, secretsOf } from '../../infra/local/keys.ts'
import { makeBucket, makeQueues, makeTable } from '../../infra/local/resources.ts'
import { applyVariables, variablesOf, type World } from '../../infra/local/variables.ts'
import { startDynamoProxy, type DynamoProxy } from '../support/dynamo-proxy.ts'

export interface BenchWorld {
  /** Stands between this process and the table. */
  proxy: DynamoProxy
  /** The environment of other processes; they reach the table directly. */
  variables: NodeJS.ProcessEnv
  /** Where files may be put; it goes with the world. */
  directory: string
  /** Where this process reaches table, queues and bucket without the proxy. */
  endpoints: World['endpoints']
  queueUrls: World['queueUrls']
}

/** Runs `work` in a world of its own: emulators in memory, with table, bucket and queues. */
export const inBenchWorld = async <T>(work: (world: BenchWorld) => Promise<T>): Promise<T> => {
  const keys = await makeKeys()
  const { endpoints, stop } = await startEmulators({ secrets: secretsOf(keys) })
  const proxy = await startDynamoProxy(endpoints.dynamodb)
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const [queueUrls] = await Promise.all([
      makeQueues(endpoints),
      makeTable(endpoints, 'bench'),
      makeBucket(endpoints, 'bench'),
    ])
    const names = { tableName: 'bench', bucketName: 'bench', publicUrl: 'http://127.0.0.1:3000' }
    const world = { ...names, endpoints, keys, queueUrls }
    applyVariables({ ...world, endpoints: { ...endpoints, dynamodb: proxy.url } })
    const variables = { ...process.env, ...variablesOf(world) }
    return await work({ proxy, variables, directory, endpoints, queueUrls })
  } finally {
    await proxy.stop()
    await stop()
    rmSync(directory, { recursive: true })
  }
}
