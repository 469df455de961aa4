import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmulators } from '../../infra/local/emulators/emulators.ts'
import { makeKeys, secretContents, type Keys } from '../../infra/local/settings/keys.ts'
import { makeBucket, makeFailedChanges, makeQueues, makeTable } from '../../infra/local/service/resources.ts'
import { applyVariables, patience, serviceVariables } from '../../infra/local/settings/variables.ts'
import { configureDocument } from '../support/configured-document.ts'
import { clientId, oidcSecrets } from '../support/oidc-client.ts'
import { startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider.ts'
import { bundleReader } from '../support/reader-bundle.ts'
import { readerOptions } from '../support/reader-module.ts'
import {
  scriptedKey,
  scriptedModelId,
  startProvider,
  type ScriptedProvider,
} from '../support/scripted-provider.ts'
import { attackedLimits } from './limits.ts'
import type { State } from './service-process.ts'

export interface AttackedWorld {
  url: string
  keys: Keys
  /** Default model of assistants. */
  provider: ScriptedProvider
  /** Identity provider `company`, which creates accounts. */
  oidc: OidcProviderProcess
  /** Returns the output of the service so far, on stdout and stderr. */
  log: () => string
  state: () => Promise<State>
  /** Waits for the consequences of all requests so far. */
  settle: () => Promise<void>
}

type Answer = { url?: string; state?: State; settled?: true }

/** Redirect URL of a client for single sign-on. */
export const redirectUri = 'https://intra.example.com/signed-in'

/** Starts an identity provider; the address of the service is set later, once that has started. */
const startCompany = async () => {
  const oidc = await startOidcProvider('http://127.0.0.1/callback')
  const settings = { name: 'company', issuer: oidc.issuer, client_id: clientId, redirect_uris: [redirectUri] }
  await configureDocument('OIDC_PROVIDERS_PARAMETER', JSON.stringify([{ ...settings, create: true }]))
  return oidc
}

/** Runs `work` against a service of its own: emulators and attackers in this process, the service in another one. */
export const inAttackedWorld = async (work: (world: AttackedWorld) => Promise<void>): Promise<void> => {
  const keys = await makeKeys()
  const modelKeys = JSON.stringify({ [scriptedModelId]: scriptedKey })
  const emulators = await startEmulators({ secrets: secretContents(keys, modelKeys, oidcSecrets) })
  const { endpoints } = emulators
  const queues = makeQueues(endpoints)
  const [queueUrls, failedChangesUrl] = await Promise.all([
    queues,
    makeFailedChanges(endpoints),
    makeTable(endpoints, 'attacked'),
    makeBucket(endpoints, 'attacked', queues),
  ])
  const names = { tableName: 'attacked', bucketName: 'attacked', publicUrl: 'http://127.0.0.1' }
  const made = { ...names, endpoints, keys, queueUrls, failedChangesUrl }
  applyVariables(made)
  const oidc = await startCompany()
  // the service learns of the model from this process's environment, which it inherits
  const provider = await startProvider({ is_default: true, max_output_tokens: 8_000, context_window: 64_000 })
  const program = join(import.meta.dirname, 'service-process.ts')
  const env = {
    ...process.env,
    // emulators answer late while the machine is busy with other tests
    ...patience,
    ...attackedLimits,
    ...serviceVariables(made),
    ATTACKED_WORLD: JSON.stringify(made),
  }
  const child = spawn(process.execPath, ['--expose-gc', ...readerOptions, program], {
    env: { ...env, READER_FILE: await bundleReader() },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said: string[] = []
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => void said.push(text))
  const ended = once(child, 'exit').then((): never => {
    throw new Error(`The service has ended: ${said.join('').slice(-2_000)}`)
  })
  const told = async (): Promise<Answer> =>
    ((await Promise.race([once(child, 'message'), ended])) as [Answer])[0]
  let last: Promise<unknown> = Promise.resolve()
  /** Asks one question at a time, because responses cannot be told apart. */
  const ask = (what: 'state' | 'settle'): Promise<Answer> => {
    const answer = last.then(() => {
      child.send(what)
      return told()
    })
    last = answer.catch(() => {})
    return answer
  }
  try {
    const { url = '' } = await told()
    // tokens issued here name the address of the service as their issuer
    applyVariables({ ...made, publicUrl: url })
    await oidc.useNewKey(`${url}/api/v1/auth/oidc/callback`)
    await work({
      url,
      keys,
      provider,
      oidc,
      log: () => said.join(''),
      state: async () => (await ask('state')).state as State,
      settle: async () => {
        await ask('settle')
        await sleep(500)
      },
    })
  } finally {
    ended.catch(() => {})
    if (child.connected) child.disconnect()
    oidc.stop()
    await Promise.all([emulators.stop(), provider.stop()])
  }
}
