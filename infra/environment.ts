import { basename } from 'node:path'
import { ifElse, ref, sub } from './intrinsics.ts'
import { queueReadsModels, readsModels } from './models.ts'
import { profileOf, type Profile, type Spec } from '../src/platform/http/spec.ts'
import type { QueueSpec, WorkerProfile } from '../src/platform/events/queues.ts'

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

/** Where people find things: in the company's own client. */
const addressEnv: Variables = { ...publicUrlEnv, APP_URLS: ref('AppUrls') }

const httpEnv: Variables = {
  ...addressEnv,
  CORS_ORIGINS: ref('CorsOrigins'),
}

/** A request that carries none of these secrets has bypassed the distribution. */
const originSecretEnv: Variables = { ORIGIN_SECRET_HASHES: ref('OriginSecretHashes') }

const tableEnv: Variables = {
  TABLE_NAME: ref('Table'),
  LIST_SHARDS: ref('ListShards'),
  LIST_SHARDS_WRITTEN: ref('ListShardsWritten'),
}

const bucketEnv: Variables = { BUCKET_NAME: ref('Bucket') }

/** Where pictures in texts are loaded from, by links into the bucket. */
const pictureEnv: Variables = { PICTURE_ORIGIN: sub('https://${Bucket.RegionalDomainName}') }

/** The largest document that the WOPI server saves. */
export const maxSavedBytes = sub('${WopiServerMegabytes}000000')

const wopiClientEnv: Variables = {
  WOPI_CLIENT_URL: ref('WopiClientUrl'),
  WOPI_CLIENT_PRIVATE: ref('WopiClientPrivate'),
  WOPI_SAVE_BYTES: ifElse('HasWopiServer', maxSavedBytes, ''),
}

/** Where the list of models is: it is too long for a variable. */
const modelsEnv: Variables = { MODELS_PARAMETER: ifElse('HasModels', sub('${SettingsParameter}#models'), '') }
const modelKeysEnv: Variables = { MODEL_KEYS_SECRET: sub('${AWS::StackName}/model-keys') }

/** Where the list of providers is, and how the ids of our secrets there begin. */
const oidcEnv: Variables = {
  OIDC_PROVIDERS_PARAMETER: ifElse('HasOidcProviders', sub('${SettingsParameter}#oidc-providers'), ''),
}
const oidcSecretsEnv: Variables = { OIDC_SECRET_PREFIX: sub('${AWS::StackName}/oidc-') }

/** Who may sign in with a password. */
const passwordEnv: Variables = { PASSWORD_LOGIN: ref('PasswordLogin') }

/** What takes passwords to sign in, or says whether they are taken. */
const passwordFiles = [
  'confirm-password-reset.ts',
  'create-user.ts',
  'invite-user.ts',
  'login.ts',
  'read-sign-in-methods.ts',
]

/** Who mails are from, and that they are sent at all. */
const mailEnv: Variables = { MAIL_FROM: ref('MailFrom') }

/** What tells us of bounces, and where answers go (infra/mail.yml). */
const mailEventsEnv: Variables = {
  MAIL_CONFIGURATION_SET: sub('${AWS::StackName}'),
  MAIL_INBOUND: ref('MailInbound'),
}

/** What depends on whether mail is sent. */
const mailFiles = ['create-user.ts', 'invite-user.ts', 'read-sign-in-methods.ts']

/** What models may do for one person. */
const usageEnv: Variables = {
  LIMIT_REPLIES: ref('LimitReplies'),
  LIMIT_TOKENS: ref('LimitTokens'),
  GROUP_LIMITS_PARAMETER: ifElse('HasGroupLimits', sub('${SettingsParameter}#group-limits'), ''),
}

/** What asks for replies of assistants, or writes them. */
const replyFiles = ['create-message.ts', 'retry-message.ts']

/** When assistants ask before they write. */
const assistantsEnv: Variables = { ASSISTANT_CAUTION: ref('AssistantCaution') }

/** Who sees whose e-mail address. */
const directoryEnv: Variables = { DIRECTORY_EMAILS: ref('DirectoryEmails') }

/** Whether a directory gives people roles. */
const scimEnv: Variables = { SCIM_ROLES: ref('ScimRoles') }

/** How many courses one person may have generated at once. */
const generatingEnv: Variables = { LIMIT_GENERATING: ref('LimitGenerating') }

/** How many jobs of one person may go on at once. */
const jobsEnv: Variables = { LIMIT_JOBS: ref('LimitJobs') }

/** What starts jobs of people. */
const jobStartingFiles = ['create-undo-job.ts', 'delete-user.ts']

/** For how long it is known what happened. */
const historyEnv: Variables = { HISTORY_DAYS: ref('HistoryDays') }

/** What looks how far history goes back, or keeps what was taken back of it. */
const historyFiles = ['list-audit.ts', 'undo-change.ts', 'undo-message.ts']

/** What starts generating a course. */
const generatingFiles = ['create-course-from-file.ts', 'generate-course.ts']

const cursorEnv: Variables = { CURSOR_SECRET_ID: sub('${AWS::StackName}/cursor-keys') }

const sessionEnv: Variables = {
  SESSION_SECRET_ID: sub('${AWS::StackName}/session-keys'),
  SESSION_SECONDS: ref('SessionSeconds'),
}

/** What endpoints need that are invoked by name. */
const invokedEndpointsEnv: Variables = {
  ...httpEnv,
  ...bucketEnv,
  ...directoryEnv,
  ...generatingEnv,
  ...cursorEnv,
}

const usesBucket = (profile: Profile | WorkerProfile) =>
  ['viewer', 'files', 'wopi', 'chats', 'fileworker'].includes(profile)

const isIn = (file: string, areas: string[]) => areas.some((area) => file.startsWith(`src/${area}/`))

/** The settings (src/platform/runtime/environment.ts) that an endpoint needs, and no other. */
export const endpointEnvironment = (file: string, spec: Spec): Variables => {
  const profile = profileOf(spec)
  return {
    ...httpEnv,
    ...originSecretEnv,
    ...(profile !== 'none' && tableEnv),
    ...(usesBucket(profile) && bucketEnv),
    ...(basename(file) === 'read-view-page.ts' && pictureEnv),
    ...(readsModels(spec) && modelsEnv),
    ...(profile === 'chats' && { ...modelKeysEnv, ...assistantsEnv }),
    ...(spec.oidc && oidcEnv),
    ...(spec.oidc === 'secrets' && oidcSecretsEnv),
    ...(passwordFiles.includes(basename(file)) && passwordEnv),
    ...(mailFiles.includes(basename(file)) && mailEnv),
    ...(isIn(file, ['chats']) && replyFiles.includes(basename(file)) && usageEnv),
    ...(spec.invokesEndpoints && invokedEndpointsEnv),
    ...(spec.access !== 'public' && { SESSION_PUBLIC_KEYS: ref('SessionPublicKeys') }),
    ...(spec.rawProtocol && { WOPI_PUBLIC_KEYS: ref('WopiPublicKeys') }),
    ...(isIn(file, ['search', 'users']) && directoryEnv),
    ...(isIn(file, ['scim']) && scimEnv),
    ...(generatingFiles.includes(basename(file)) && generatingEnv),
    ...(jobStartingFiles.includes(basename(file)) && jobsEnv),
    ...(historyFiles.includes(basename(file)) && historyEnv),
    ...(isIn(file, ['wopi']) && wopiClientEnv),
    ...(spec.query && 'cursor' in spec.query.shape && cursorEnv),
    ...(profile === 'login' && sessionEnv),
    ...(profile === 'wopi' && { WOPI_SECRET_ID: sub('${AWS::StackName}/wopi-keys') }),
  }
}

/** The settings of the workers of a queue. */
export const queueEnvironment = (spec: QueueSpec): Variables => ({
  ...dispatcherEnvironment,
  // addresses in texts are links
  ...(usesBucket(spec.profile ?? 'worker') && { ...bucketEnv, ...addressEnv }),
  ...(spec.invokesEndpoints && { ...invokedEndpointsEnv, ...assistantsEnv, ...historyEnv }),
  // mails link to things
  ...(spec.sendsMail && { ...addressEnv, ...mailEventsEnv, ...passwordEnv }),
  ...(queueReadsModels(spec) && modelsEnv),
  ...(spec.asksModels && { ...modelKeysEnv, ...usageEnv }),
})

export const dispatcherEnvironment: Variables = {
  ...publicUrlEnv,
  ...tableEnv,
  // what tells people something writes their mails
  ...mailEnv,
  // a variable for each would take 3 KB of the 4 that Lambda has room for
  QUEUE_URL_PREFIX: sub('https://sqs.${AWS::Region}.${AWS::URLSuffix}/${AWS::AccountId}/${AWS::StackName}-'),
}

export const recorderEnvironment: Variables = { ...tableEnv, ...historyEnv }

export const auditLockEnvironment: Variables = {
  ...recorderEnvironment,
  AUDIT_LOCK_BUCKET: ref('AuditLockBucket'),
}

export const unroutedEnvironment: Variables = { ...httpEnv, ...originSecretEnv }
