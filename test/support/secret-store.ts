import { onTestFinished } from 'vitest'
import { startSecrets } from '../../infra/local/emulators/secrets.ts'
import { applyVariables } from '../../infra/local/settings/variables.ts'
import { forgetSecrets } from '../../src/platform/aws/secret.ts'
import { world } from './world.ts'

/** Runs `work` like a process that starts while the secret store contains `secrets`. */
export const withSecrets = async <T>(secrets: Map<string, string>, work: () => Promise<T>): Promise<T> => {
  const { endpoint, stop } = await startSecrets({ secrets })
  onTestFinished(async () => {
    await stop()
    applyVariables(world())
    forgetSecrets()
  })
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = endpoint
  forgetSecrets()
  return work()
}
