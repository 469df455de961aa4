import type { TestProject } from 'vitest/node'
import { readdirSync, rmSync } from 'node:fs'
import type { Endpoints } from '../../infra/local/settings/emulator-endpoints.ts'
import { startEmulators, startPassingDynamoDb } from '../../infra/local/emulators/emulators.ts'
import { oidcSecrets } from './oidc-client.ts'
import { makeKeys, secretContents, type Keys } from '../../infra/local/settings/keys.ts'
import { takeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'
import { scriptedKey, scriptedModelId } from './scripted-provider.ts'

declare module 'vitest' {
  interface ProvidedContext {
    emulators: { endpoints: Endpoints; keys: Keys; tables: string[] }
  }
}

const requireEmpty = (folder: string) => {
  const left = readdirSync(folder)
  rmSync(folder, { recursive: true, force: true })
  if (left.length > 0)
    throw new Error(`The tests have left ${left.length} files in the temporary folder, such as ${left[0]}.`)
}

/**
 * Starts the emulators once for all test files. All share a temporary folder and must leave nothing in it. Each process
 * gets its own DynamoDB, because an emulator handles one call at a time.
 */
export const setup = async ({ provide, config }: TestProject) => {
  const folder = takeTemporaryFolder()
  const keys = await makeKeys()
  const modelKeys = JSON.stringify({ [scriptedModelId]: scriptedKey })
  const { endpoints, stop } = await startEmulators({ secrets: secretContents(keys, modelKeys, oidcSecrets) })
  const others = await Promise.all(Array.from({ length: config.maxWorkers - 1 }, startPassingDynamoDb))
  const tables = [endpoints.dynamodb, ...others.map(({ endpoint }) => endpoint)]
  provide('emulators', { endpoints, keys, tables })
  return async () => {
    await Promise.all([stop(), ...others.map((other) => other.stop())])
    requireEmpty(folder)
  }
}
