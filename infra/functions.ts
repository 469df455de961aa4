import { defaultStage } from './command.ts'
import { changePatterns } from './changes.ts'
import { exportOf, loadEndpoints, loadWorkers } from './endpoints.ts'
import { batchOf, failedChangesId, queueId, secondsOf, sourceId } from './queues.ts'
import { profileOf, routeOf, type Profile, type Spec } from '../src/platform/http/spec.ts'
import { stackOf } from './stage.ts'
import type { WorkerProfile, WorkerSpec } from '../src/platform/events/worker.ts'

type Variables = Record<string, unknown>

/** Only serverless-offline gets its routes from here: what is deployed has them from infra/api.ts. */
const isLocal = process.argv.includes('offline')

const ref = (id: string) => ({ Ref: id })
const sub = (text: string) => ({ 'Fn::Sub': text })
const arn = (id: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [id, attribute] })

/** The role of a profile in infra/roles.yml. */
const roleOf = (profile: Profile | WorkerProfile | 'dispatcher') =>
  sub(`\${${profile.charAt(0).toUpperCase()}${profile.slice(1)}Role.Arn}`)

/** Where the service is reached: the address given, the own domain, the distribution, or the gateway's own address. */
const publicUrl = {
  'Fn::If': [
    'HasPublicUrl',
    ref('PublicUrl'),
    {
      'Fn::If': [
        'HasDomain',
        sub('https://${Domain}'),
        {
          'Fn::If': [
            'HasDistribution',
            sub('https://${Distribution.DomainName}'),
            sub('https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/live'),
          ],
        },
      ],
    },
  ],
}

/** What people are told has links in it. */
const telling: Variables = { PUBLIC_URL: publicUrl }

const answering: Variables = {
  ...telling,
  CORS_ORIGINS: { 'Fn::Join': [',', ref('CorsOrigins')] },
}

/** Whoever is known by none of these has gone round the distribution. */
const guarding: Variables = { ORIGIN_SECRET_HASHES: ref('OriginSecretHashes') }

const storing: Variables = {
  TABLE_NAME: ref('Table'),
  LIST_SHARDS: ref('ListShards'),
  LIST_SHARDS_WRITTEN: ref('ListShardsWritten'),
}

/** Where the bytes of files lie. */
const keeping: Variables = { BUCKET_NAME: ref('Bucket') }

/** The most that the server of documents saves, where there is one. */
export const savedBytes = sub('${WopiServerMegabytes}000000')

/** Where the editing server is, and what can be saved from it. */
const editing: Variables = {
  WOPI_CLIENT_URL: ref('WopiClientUrl'),
  WOPI_CLIENT_PRIVATE: ref('WopiClientPrivate'),
  WOPI_SAVE_BYTES: { 'Fn::If': ['HasWopiServer', savedBytes, ''] },
}

/** Which models there are; their keys are read by what asks them. */
const choosing: Variables = { MODELS: ref('Models') }
const asking: Variables = { ...choosing, MODEL_KEYS_SECRET: sub('${AWS::StackName}/model-keys') }

/** Who sees whose e-mail address. */
const introducing: Variables = { DIRECTORY_EMAILS: ref('DirectoryEmails') }

const sealing: Variables = { CURSOR_SECRET_ID: sub('${AWS::StackName}/cursor-keys') }

/** What endpoints need that are run by their names. */
const running: Variables = { ...answering, ...keeping, ...choosing, ...introducing, ...sealing }

/** The profiles that touch the bytes of files. */
const keepers: (Profile | WorkerProfile)[] = ['files', 'wopi', 'chats', 'fileworker']

const isAbout = (file: string, areas: string[]) => areas.some((area) => file.startsWith(`src/${area}/`))

/** The settings (src/platform/runtime/environment.ts) that an endpoint needs, and no other. */
export const variablesOf = (file: string, spec: Spec): Variables => ({
  ...answering,
  ...guarding,
  ...(profileOf(spec) !== 'none' && storing),
  ...(keepers.includes(profileOf(spec)) && keeping),
  ...(isAbout(file, ['assistants', 'models']) && choosing),
  ...(profileOf(spec) === 'chats' && asking),
  ...(spec.invokesEndpoints && running),
  ...(spec.access !== 'public' && { SESSION_PUBLIC_KEYS: ref('SessionPublicKeys') }),
  ...(spec.rawProtocol && { WOPI_PUBLIC_KEYS: ref('WopiPublicKeys') }),
  ...(isAbout(file, ['users']) && introducing),
  ...(isAbout(file, ['wopi']) && editing),
  ...(spec.query && 'cursor' in spec.query.shape && sealing),
  ...(profileOf(spec) === 'login' && {
    SESSION_SECRET_ID: sub('${AWS::StackName}/session-keys'),
    SESSION_SECONDS: ref('SessionSeconds'),
  }),
  ...(profileOf(spec) === 'wopi' && { WOPI_SECRET_ID: sub('${AWS::StackName}/wopi-keys') }),
})

/** Whether an endpoint answers as a stream. */
export const isStream = (spec: Spec): boolean => spec.stream !== undefined

/** The whole answer must be there before the gateway gives up (infra/api.ts), a stream may take 15 minutes. */
const timeoutOf = (spec: Spec) => (isStream(spec) ? 900 : 25)

/** Locally a function needs no more than its file; deployed it logs to the one group of infra/logs.yml. */
const deployed = (properties: object) => (isLocal ? {} : { disableLogs: true, ...properties })

/** 1 769 MB is one whole processor (AWS Lambda, "Configure memory"), which hashing a password is worth. */
const memoryOf = (profile: Profile) => (profile === 'login' ? 1_769 : 1_024)

const handlerOf = (file: string) => file.replace(/ts$/, exportOf(file))

const endpointFunction = (file: string, spec: Spec) => ({
  handler: handlerOf(file),
  timeout: timeoutOf(spec),
  ...(isLocal && { events: [{ http: { method: spec.method, path: routeOf(spec) } }] }),
  ...deployed({
    role: roleOf(profileOf(spec)),
    memorySize: memoryOf(profileOf(spec)),
    ...(profileOf(spec) === 'login' && reserved),
    environment: variablesOf(file, spec),
    ...(spec.assets && { package: { patterns: spec.assets } }),
  }),
})

const workerFunction = (
  file: string,
  worker: WorkerSpec,
  { queueUrls, workerPercent }: { queueUrls: Variables; workerPercent: number },
) => ({
  handler: handlerOf(file),
  timeout: secondsOf(worker),
  ...deployed({
    role: roleOf(worker.profile ?? 'worker'),
    memorySize: worker.memoryMegabytes ?? 1_024,
    ...(worker.recursive && { recursiveLoop: 'Allow' }),
    ...(worker.temporaryMegabytes && { ephemeralStorageSize: worker.temporaryMegabytes }),
    environment: {
      ...telling,
      ...storing,
      ...queueUrls,
      ...(keepers.includes(worker.profile ?? 'worker') && keeping),
      ...(worker.invokesEndpoints && running),
      ...(worker.asksModels && asking),
    },
    events: [
      {
        sqs: {
          arn: arn(sourceId(worker)),
          batchSize: batchOf(worker),
          functionResponseType: 'ReportBatchItemFailures',
          // so that a long queue never takes the account's concurrency from the API
          maximumConcurrency: Math.max(2, Math.round(((worker.concurrency ?? 20) * workerPercent) / 100)),
        },
      },
    ],
  }),
})

/**
 * A change that fails is tried alone, ten times, and then put aside, so that it blocks its shard for minutes, not a
 * day.
 */
const changes = {
  stream: {
    type: 'dynamodb',
    arn: arn('Table', 'StreamArn'),
    startingPosition: 'TRIM_HORIZON',
    batchSize: 100,
    parallelizationFactor: 4,
    bisectBatchOnFunctionError: true,
    maximumRetryAttempts: 10,
    filterPatterns: changePatterns,
    functionResponseType: 'ReportBatchItemFailures',
    destinations: { onFailure: { type: 'sqs', arn: arn(failedChangesId) } },
  },
}

const queueVariable = (queue: string) => `QUEUE_URL_${queue.replaceAll('-', '_').toUpperCase()}`

/** What is kept free of what others use: only where the account has enough, so by a parameter. */
const reserved = {
  reservedConcurrency: {
    'Fn::If': ['HasReservedConcurrency', ref('ReservedConcurrency'), ref('AWS::NoValue')],
  },
}

interface Described {
  /** Of how many runs at once each worker gets its share, in percent of what its spec says. */
  workerPercent?: number
  endpoints: { name: string; file: string; spec: Spec }[]
  workers: { name: string; file: string; worker: WorkerSpec }[]
}

/** The functions of these endpoints and workers, and the two that every service has: dispatcher and unrouted. */
export const functionsOf = ({ endpoints, workers, workerPercent = 100 }: Described) => {
  const queueUrls = Object.fromEntries(
    workers.map(({ worker: { queue } }) => [queueVariable(queue), ref(queueId(queue))]),
  )
  const paths = [...new Set(endpoints.map(({ spec }) => routeOf(spec))), '/', '/{proxy+}']
  return {
    ...Object.fromEntries(endpoints.map(({ name, file, spec }) => [name, endpointFunction(file, spec)])),
    ...Object.fromEntries(
      workers.map(({ name, file, worker }) => [
        name,
        workerFunction(file, worker, { queueUrls, workerPercent }),
      ]),
    ),
    dispatcher: {
      handler: 'src/stream.dispatchChanges',
      timeout: 60,
      ...deployed({
        role: roleOf('dispatcher'),
        ...reserved,
        environment: { ...telling, ...storing, ...queueUrls },
        events: [changes],
      }),
    },
    unrouted: {
      handler: 'src/not-found.notFoundHandler',
      timeout: 10,
      ...(isLocal && { events: paths.map((path) => ({ http: { method: 'ANY', path } })) }),
      ...deployed({ role: roleOf('none'), environment: { ...answering, ...guarding } }),
    },
  }
}

/** The functions of serverless.yml. Throws for a stage that cannot have them. */
export const functions = async (stage = defaultStage, workerPercent = '100') => {
  if (!/^([1-9]\d?|[1-4]\d\d|500)$/.test(workerPercent))
    throw new Error('The parameter worker-percent must be a whole number from 1 to 500.')
  const all = functionsOf({
    endpoints: await loadEndpoints(),
    workers: await loadWorkers(),
    workerPercent: Number(workerPercent),
  })
  stackOf(stage, Object.keys(all))
  return all
}
