import { startFauxqs } from 'fauxqs'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { startDynoxide } from './dynoxide.ts'
import type { Endpoints, Running } from '../settings/emulator-endpoints.ts'
import { startS3 } from '../s3/server.ts'
import { startSecrets } from './secrets.ts'
import { startSes } from './ses.ts'
import { makeTemporaryFolder } from '../machine/temporary-folder.ts'

export interface Emulators {
  endpoints: Endpoints
  stop: () => Promise<void>
}

export interface EmulatorOptions {
  /** Data folder; without it, `stop` deletes the data. */
  dataDir?: string | undefined
  /** Contents of the secret store, by ID. */
  secrets: ReadonlyMap<string, string>
  /** Contents of the parameter store, by name. */
  parameters?: ReadonlyMap<string, string>
}

/** Returns a folder in memory for a temporary table, which avoids disk waits; undefined unless 2 GB are free there. */
const memoryFolder = (): string | undefined => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 * 1024 ** 3 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}

/** Starts an emulator on a temporary folder, which is deleted by `stop` or at the end of this process. */
const passing = async (start: (folder: string) => Promise<Running>, parent?: string): Promise<Running> => {
  const folder = makeTemporaryFolder(parent)
  const { endpoint, stop } = await start(folder)
  return { endpoint, stop: () => stop().finally(() => rmSync(folder, { recursive: true, force: true })) }
}

/** Returns the configured endpoint of DynamoDB; an empty variable counts as absent. */
const ownDynamoDb = () => process.env['AWS_ENDPOINT_URL_DYNAMODB'] || undefined

/**
 * Starts an embedded DynamoDB whose data is deleted by `stop` or at the end of this process; uses a configured DynamoDB
 * as it is.
 */
export const startPassingDynamoDb = async (): Promise<Running> => {
  const given = ownDynamoDb()
  return given ? { endpoint: given, stop: async () => {} } : passing(startDynoxide, memoryFolder())
}

/**
 * Starts the AWS emulators of this machine on free ports. `AWS_ENDPOINT_URL_DYNAMODB` replaces the embedded DynamoDB.
 * All emulators end with this process.
 */
export const startEmulators = async ({
  dataDir,
  secrets,
  parameters,
}: EmulatorOptions): Promise<Emulators> => {
  const isKept = dataDir !== undefined && ownDynamoDb() === undefined
  const dynamodb = await (isKept ? startDynoxide(dataDir) : startPassingDynamoDb())
  const starting = startFauxqs({
    port: 0,
    logger: false,
    host: '127.0.0.1',
    ...(dataDir && { dataDir: join(dataDir, 'queues') }),
  })
  const sqs = starting.then(({ port }) => `http://127.0.0.1:${port}`)
  const startFiles = (folder: string) => startS3(folder, sqs)
  const [queues, files, secretStore, mail] = await Promise.all([
    starting,
    dataDir ? startFiles(join(dataDir, 'files')) : passing(startFiles),
    startSecrets({ secrets, parameters }),
    startSes(dataDir),
  ])
  return {
    endpoints: {
      dynamodb: dynamodb.endpoint,
      sqs: await sqs,
      s3: files.endpoint,
      ses: mail.endpoint,
      secrets: secretStore.endpoint,
    },
    stop: async () => {
      await Promise.all([queues, files, secretStore, mail, dynamodb].map((each) => each.stop()))
    },
  }
}
