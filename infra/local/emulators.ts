import { startFauxqs } from 'fauxqs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDynoxide, type Running } from './dynoxide.ts'
import { startSecrets } from './secrets.ts'

/** Where the stand-ins for AWS listen. */
export interface Endpoints {
  dynamodb: string
  sqs: string
  s3: string
  secrets: string
}

export interface Emulators {
  endpoints: Endpoints
  stop: () => Promise<void>
}

export interface EmulatorOptions {
  /** Where the data lies; it is gone with `stop` when absent. */
  dataDir?: string | undefined
  /** What the secret store holds, by id. */
  secrets: ReadonlyMap<string, string>
}

const startDynamoDb = async (dataDir: string | undefined): Promise<Running> => {
  if (dataDir) return startDynoxide(dataDir)
  const passing = mkdtempSync(join(tmpdir(), 'dynamodb-'))
  const { endpoint, stop } = await startDynoxide(passing)
  return { endpoint, stop: () => stop().finally(() => rmSync(passing, { recursive: true, force: true })) }
}

/** An absent and an empty endpoint are the same. */
const ownDynamoDb = () => process.env['AWS_ENDPOINT_URL_DYNAMODB'] || undefined

/**
 * Starts what stands in for AWS on this machine, on free ports. `AWS_ENDPOINT_URL_DYNAMODB` names a DynamoDB to be used
 * instead of the embedded one. Everything ends with this process.
 */
export const startEmulators = async ({ dataDir, secrets }: EmulatorOptions): Promise<Emulators> => {
  const given = ownDynamoDb()
  const dynamodb = given ? { endpoint: given, stop: async () => {} } : await startDynamoDb(dataDir)
  const [queuesAndFiles, secretStore] = await Promise.all([
    startFauxqs({
      port: 0,
      logger: false,
      host: '127.0.0.1',
      ...(dataDir && { dataDir: join(dataDir, 'queues'), s3StorageDir: join(dataDir, 'files') }),
    }),
    startSecrets(secrets),
  ])
  const fauxqs = `http://127.0.0.1:${queuesAndFiles.port}`
  return {
    endpoints: { dynamodb: dynamodb.endpoint, sqs: fauxqs, s3: fauxqs, secrets: secretStore.endpoint },
    stop: async () => {
      await Promise.all([queuesAndFiles.stop(), secretStore.stop(), dynamodb.stop()])
    },
  }
}
