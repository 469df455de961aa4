import { startEmulators } from '../../infra/local/emulators.ts'
import { makeKeys, secretsOf } from '../../infra/local/keys.ts'
import { makeBucket, makeQueues, makeTable } from '../../infra/local/resources.ts'
import { applyVariables } from '../../infra/local/variables.ts'
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
import { startService } from '../support/service.ts'
import { clientOf, type Client } from './client.ts'
import { startConsequences, type Runs } from './consequences.ts'
import { historyFaults } from './recorded.ts'

const dialects: Dialect[] = ['dynamodb', 'sqs', 's3', 'model']

/** What an assistant calls for a flow, once, by what somebody said: a word of `history.mark`. */
type Script = (said: string) => ScriptedCall[]

/** Has the provider say what it was asked, when it has called what the script of the flow wants. */
const scripted = (provider: ScriptedProvider): Map<string, Script> => {
  const scripts = new Map<string, Script>()
  provider.answer = ({ body: { messages, tools = [] } }) => {
    const at = messages.findLastIndex(({ role }) => role === 'user')
    const words = new RegExp(`(${[...scripts.keys()].join('|')})\\d+x\\w+`, 'g')
    // a question that has no reply yet is before the one that is asked
    const [said = 'nothing', name = ''] = [...(messages[at]?.content ?? '').matchAll(words)].at(-1) ?? []
    const isCalled = messages.slice(at).some(({ role }) => role === 'tool')
    const calls = tools.length > 0 && !isCalled ? scripts.get(name)?.(said) : undefined
    return calls ? { calls } : { pieces: ['You said ', said, '.'] }
  }
  return scripts
}

/** The whole service over HTTP, and behind it emulators that are reached through the fault proxy. */
export const startFaultWorld = async () => {
  const keys = await makeKeys()
  const modelKeys = JSON.stringify({ [scriptedModelId]: scriptedKey })
  const { endpoints, stop } = await startEmulators({ secrets: secretsOf(keys, modelKeys) })
  // the model of the provider is put there
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
  // only what shares or removes waits to be let through
  process.env['ASSISTANT_CAUTION'] = 'no'
  await provider.configure({ ...provider.entry, base_url: `${model}/v1` })
  const service = await startService()
  let runs: Runs = (_consumer, _event, here) => here()
  const consequences = await startConsequences(world, (...run) => runs(...run))

  return {
    url: service.url,
    scripts,
    settle: consequences.settle,
    live: proxy.live,
    arrived: proxy.arrived,

    /** What history lacks, or has twice, of all that has changed so far. */
    historyFaults: () => historyFaults(world),

    /** Has the dispatcher and the workers run so from now on; in this process when nothing is given. */
    run: (how: Runs = (_consumer, _event, here) => here()) => {
      runs = how
    },

    /** Somebody new who calls the service. */
    person: async (role?: Role, name?: string): Promise<{ id: string; client: Client }> => {
      const { id, token } = await signedIn({ ...(role && { role }), ...(name && { name }) })
      return { id, client: clientOf(service.url, token) }
    },

    /** Does this to the calls of these services, of all when none are named, from now on. */
    strike: async (setting: Partial<Setting>, targets = dialects) => {
      for (const target of targets) await proxy.set(target, setting)
    },

    /** Does nothing to any call from now on; gives what was done so far. */
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
