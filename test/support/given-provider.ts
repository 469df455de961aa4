import { afterAll, afterEach } from 'vitest'
import { startProvider, type ScriptedProvider } from './scripted-provider.ts'

/**
 * Starts a scripted model with the changes in `entry`, for all tests of a file. Each test starts without the requests
 * of earlier ones.
 */
export const givenProvider = async (entry: object = {}): Promise<ScriptedProvider> => {
  const provider = await startProvider(entry)
  afterEach(() => {
    provider.requests.length = 0
    provider.embeddings.calls.length = 0
  })
  afterAll(() => provider.stop())
  return provider
}
