import type { TestProject } from 'vitest/node'
import { startEmulators, type Endpoints } from '../../infra/local/emulators.ts'
import { makeKeys, secretsOf, type Keys } from '../../infra/local/keys.ts'
import { scriptedKey, scriptedModelId } from './scripted-provider.ts'

declare module 'vitest' {
  interface ProvidedContext {
    emulators: { endpoints: Endpoints; keys: Keys }
  }
}

/** Starts the emulators once for all test files. */
export const setup = async ({ provide }: TestProject) => {
  const keys = await makeKeys()
  const modelKeys = JSON.stringify({ [scriptedModelId]: scriptedKey })
  const { endpoints, stop } = await startEmulators({ secrets: secretsOf(keys, modelKeys) })
  provide('emulators', { endpoints, keys })
  return stop
}
