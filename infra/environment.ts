import { ifElse, ref, sub } from './intrinsics.ts'
import { profileOf, type Profile, type Spec } from '../src/platform/http/spec.ts'
import type { WorkerProfile, WorkerSpec } from '../src/platform/events/worker.ts'

type Variables = Record<string, unknown>

const distributionUrl = sub('https://${Distribution.DomainName}')
const gatewayUrl = sub('https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/live')

/** Where the service is reached: the address given, the own domain, the distribution, or the gateway's own address. */
const publicUrl = ifElse(
  'HasPublicUrl',
  ref('PublicUrl'),
  ifElse('HasDomain', sub('https://${Domain}'), ifElse('HasDistribution', distributionUrl, gatewayUrl)),
)

const publicUrlEnv: Variables = { PUBLIC_URL: publicUrl }

const httpEnv: Variables = {
  ...publicUrlEnv,
  CORS_ORIGINS: { 'Fn::Join': [',', ref('CorsOrigins')] },
}

/** A request that carries none of these secrets has bypassed the distribution. */
const originSecretEnv: Variables = { ORIGIN_SECRET_HASHES: ref('OriginSecretHashes') }

const tableEnv: Variables = {
  TABLE_NAME: ref('Table'),
  LIST_SHARDS: ref('ListShards'),
  LIST_SHARDS_WRITTEN: ref('ListShardsWritten'),
}

const bucketEnv: Variables = { BUCKET_NAME: ref('Bucket') }

/** The largest document that the WOPI server saves. */
export const maxSavedBytes = sub('${WopiServerMegabytes}000000')

const wopiClientEnv: Variables = {
  WOPI_CLIENT_URL: ref('WopiClientUrl'),
  WOPI_CLIENT_PRIVATE: ref('WopiClientPrivate'),
  WOPI_SAVE_BYTES: ifElse('HasWopiServer', maxSavedBytes, ''),
}

const modelsEnv: Variables = { MODELS: ref('Models') }
const modelKeysEnv: Variables = { ...modelsEnv, MODEL_KEYS_SECRET: sub('${AWS::StackName}/model-keys') }

/** Who sees whose e-mail address. */
const directoryEnv: Variables = { DIRECTORY_EMAILS: ref('DirectoryEmails') }

const cursorEnv: Variables = { CURSOR_SECRET_ID: sub('${AWS::StackName}/cursor-keys') }

const sessionEnv: Variables = {
  SESSION_SECRET_ID: sub('${AWS::StackName}/session-keys'),
  SESSION_SECONDS: ref('SessionSeconds'),
}

/** What endpoints need that are invoked by name. */
const invokedEndpointsEnv: Variables = {
  ...httpEnv,
  ...bucketEnv,
  ...modelsEnv,
  ...directoryEnv,
  ...cursorEnv,
}

const usesBucket = (profile: Profile | WorkerProfile) =>
  ['files', 'wopi', 'chats', 'fileworker'].includes(profile)

const isIn = (file: string, areas: string[]) => areas.some((area) => file.startsWith(`src/${area}/`))

/** The settings (src/platform/runtime/environment.ts) that an endpoint needs, and no other. */
export const endpointEnvironment = (file: string, spec: Spec): Variables => {
  const profile = profileOf(spec)
  return {
    ...httpEnv,
    ...originSecretEnv,
    ...(profile !== 'none' && tableEnv),
    ...(usesBucket(profile) && bucketEnv),
    ...(isIn(file, ['assistants', 'models']) && modelsEnv),
    ...(profile === 'chats' && modelKeysEnv),
    ...(spec.invokesEndpoints && invokedEndpointsEnv),
    ...(spec.access !== 'public' && { SESSION_PUBLIC_KEYS: ref('SessionPublicKeys') }),
    ...(spec.rawProtocol && { WOPI_PUBLIC_KEYS: ref('WopiPublicKeys') }),
    ...(isIn(file, ['users']) && directoryEnv),
    ...(isIn(file, ['wopi']) && wopiClientEnv),
    ...(spec.query && 'cursor' in spec.query.shape && cursorEnv),
    ...(profile === 'login' && sessionEnv),
    ...(profile === 'wopi' && { WOPI_SECRET_ID: sub('${AWS::StackName}/wopi-keys') }),
  }
}

export const workerEnvironment = (worker: WorkerSpec, queueUrls: Variables): Variables => ({
  ...dispatcherEnvironment(queueUrls),
  ...(usesBucket(worker.profile ?? 'worker') && bucketEnv),
  ...(worker.invokesEndpoints && invokedEndpointsEnv),
  ...(worker.asksModels && modelKeysEnv),
})

export const dispatcherEnvironment = (queueUrls: Variables): Variables => ({
  ...publicUrlEnv,
  ...tableEnv,
  ...queueUrls,
})

export const unroutedEnvironment: Variables = { ...httpEnv, ...originSecretEnv }
