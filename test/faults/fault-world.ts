import { startEmulators } from '../../infra/local/emulators/emulators.ts'
import { makeKeys, secretContents } from '../../infra/local/settings/keys.ts'
import { makeBucket, makeQueues, makeTable } from '../../infra/local/service/resources.ts'
import { applyVariables } from '../../infra/local/settings/variables.ts'
import type { Role } from '../../src/platform/identity/actor.ts'
import type { Dialect } from '../support/fault-dialects.ts'
import { startFaultProxy, type Counts, type Setting } from '../support/fault-proxy.ts'
import { signedIn } from '../support/people.ts'
import {
  scriptedKey,
  scriptedModelId,
  startProvider,
  type ScriptedCall,
  type ScriptedProvider,
} from '../support/scripted-provider.ts'
import { authorityFile, trustAuthority } from '../support/tls-receiver.ts'
import { startService } from '../support/service.ts'
import { clientOf, type Client } from './client.ts'
import { startConsequences, type Runs } from './consequences.ts'
import { historyFaults } from './recorded.ts'

const dialects: Dialect[] = ['dynamodb', 'sqs', 's3', 'model']

/** Function calls of an assistant for a flow, by the word of `history.mark` in the user's message. */
type Script = (said: string) => ScriptedCall[]

/** Makes the provider repeat the user's word, after the function calls in the script of its flow. */
const scripted = (provider: ScriptedProvider): Map<string, Script> => {
  const scripts = new Map<string, Script>()
  provider.answer = ({ body: { messages, tools = [] } }) => {
    const at = messages.findLastIndex(({ role }) => role === 'user')
    const words = new RegExp(`(${[...scripts.keys()].join('|')})\\d+x\\w+`, 'g')
    // an unanswered question may be in front of the current one
    const [said = 'nothing', name = ''] = [...(messages[at]?.content ?? '').matchAll(words)].at(-1) ?? []
    const isCalled = messages.slice(at).some(({ role }) => role === 'tool')
    const calls = tools.length > 0 && !isCalled ? scripts.get(name)?.(said) : undefined
    return calls ? { calls } : { pieces: ['You said ', said, '.'] }
  }
  return scripts
}

/** Starts the whole service over HTTP, with emulators behind the fault proxy. */
export const startFaultWorld = async () => {
  const keys = await makeKeys()
  const modelKeys = JSON.stringify({ [scriptedModelId]: scriptedKey })
  const { endpoints, stop } = await startEmulators({ secrets: secretContents(keys, modelKeys) })
  // the configuration of the model is stored there
  process.env['AWS_ENDPOINT_URL_SSM'] = endpoints.secrets
  const provider = await startProvider()
  const proxy = await startFaultProxy({
    dynamodb: endpoints.dynamodb,
    sqs: endpoints.sqs,
    s3: endpoints.s3,
    model: provider.url.replace('/v1', ''),
  })
  const queues = makeQueues(endpoints)
  const [queueUrls] = await Promise.all([
    queues,
    makeTable(endpoints, 'faults'),
    makeBucket(endpoints, 'faults', queues),
  ])
  const names = { tableName: 'faults', bucketName: 'faults', publicUrl: 'http://127.0.0.1:3000' }
  const world = { ...names, endpoints, keys, queueUrls }
  const { dynamodb, sqs, s3, model } = proxy.urls
  const throughProxy = Object.entries(queueUrls).map(([name, url]) => [name, url.replace(endpoints.sqs, sqs)])
  applyVariables({
    ...world,
    queueUrls: Object.fromEntries(throughProxy) as Record<string, string>,
    endpoints: { ...endpoints, dynamodb, sqs, s3 },
  })
  const scripts = scripted(provider)
  // only sharing and deletion need confirmation
  process.env['ASSISTANT_CAUTION'] = 'no'
  // nobody reaches the limit, but bytes are counted
  process.env['LIMIT_STORAGE_GB'] = '1000'
  await provider.configure({ ...provider.entry, base_url: `${model}/v1` })
  // receivers of webhooks, which workers in other processes call too
  process.env['WEBHOOK_LOOPBACK'] = 'yes'
  process.env['NODE_EXTRA_CA_CERTS'] = authorityFile
  trustAuthority()
  const service = await startService()
  let runs: Runs = (_consumer, _event, here) => here()
  const consequences = await startConsequences(world, (...run) => runs(...run))

  return {
    url: service.url,
    scripts,
    settle: consequences.settle,
    live: proxy.live,
    arrived: proxy.arrived,

    /** Returns the changes that history lacks or has twice. */
    historyFaults: () => historyFaults(world),

    /** Sets how the dispatcher and the workers run; by default in this process. */
    run: (how: Runs = (_consumer, _event, here) => here()) => {
      runs = how
    },

    /** Creates a person with a client. */
    person: async (role?: Role, name?: string): Promise<{ id: string; client: Client }> => {
      const { id, token } = await signedIn({ ...(role && { role }), ...(name && { name }) })
      return { id, client: clientOf(service.url, token) }
    },

    /** Injects a fault into the calls of these services, by default of all. */
    strike: async (setting: Partial<Setting>, targets = dialects) => {
      for (const target of targets) await proxy.set(target, setting)
    },

    /** Ends all faults; returns the counts so far. */
    calm: async (): Promise<Record<Dialect, Counts>> => {
      const counts = await Promise.all(
        dialects.map(async (name) => [name, await proxy.counts(name)] as const),
      )
      for (const target of dialects) await proxy.set(target, {})
      return Object.fromEntries(counts) as Record<Dialect, Counts>
    },

    stop: async () => {
      await consequences.stop()
      await service.stop()
      await provider.stop()
      await proxy.stop()
      await stop()
    },
  }
}

export type FaultWorld = Awaited<ReturnType<typeof startFaultWorld>>
