import { afterAll, afterEach } from 'vitest'
import { startProvider, type ScriptedProvider } from './scripted-provider.ts'

/**
 * A model that follows a script, with what `entry` changes of it, for all tests of a file; each test begins without
 * requests of the ones before.
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
