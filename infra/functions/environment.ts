import { basename } from 'node:path'
import { ref, sub } from './intrinsics.ts'
import { queueReadsModels, readsModels } from './models.ts'
import {
  type Variables,
  addressEnv,
  assistantsEnv,
  bucketEnv,
  cursorEnv,
  directoryEnv,
  generatingEnv,
  historyEnv,
  httpEnv,
  jobsEnv,
  mailEnv,
  mailEventsEnv,
  mailInboundEnv,
  modelKeysEnv,
  modelsEnv,
  oidcEnv,
  oidcSecretsEnv,
  originSecretEnv,
  passwordEnv,
  sendsMailEnv,
  pictureEnv,
  publicUrlEnv,
  scimEnv,
  sessionEnv,
  storageEnv,
  tableEnv,
  usageEnv,
  webhookEnv,
  wopiClientEnv,
} from './setting-variables.ts'
import type { Profile } from '../../src/platform/http/access-level.ts'
import { functionProfile } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import type { QueueSpec, WorkerProfile } from '../../src/platform/events/queues.ts'

/** Endpoints that accept passwords for sign-in, or report if passwords are accepted. */
const passwordFiles = [
  'confirm-password-reset.ts',
  'create-user.ts',
  'invite-user.ts',
  'login.ts',
  'read-sign-in-methods.ts',
]

/** Endpoints that depend on whether email is sent. */
const mailFiles = [
  'src/auth/endpoints/read-sign-in-methods.ts',
  'src/support/correspondence/endpoints/reply-by-link.ts',
  'src/support/endpoints/create-message.ts',
  'src/support/endpoints/create-ticket.ts',
  'src/users/endpoints/create-user.ts',
  'src/users/endpoints/invite-user.ts',
]

/** Endpoints that ask models in the name of a person, whose replies or tokens may be limited. */
const modelFiles = [
  'src/chats/endpoints/create-message.ts',
  'src/chats/endpoints/retry-message.ts',
  'src/lms/suggestion/endpoints/suggest-questions.ts',
]

const jobStartingFiles = ['create-undo-job.ts', 'delete-user.ts']

/** Endpoints that need the retention of history, or retain changes that were undone. */
const historyFiles = ['list-audit.ts', 'undo-change.ts', 'undo-message.ts']

/** Endpoints that start generating a course. */
const generatingFiles = ['compile-course.ts', 'create-course-from-file.ts', 'generate-course.ts']

/** Endpoints that create secrets of webhooks. */
const webhookFiles = ['create-webhook.ts', 'replace-secret.ts']

/** Variables of endpoints that are invoked by name. */
const invokedEndpointsEnv: Variables = {
  ...httpEnv,
  ...bucketEnv,
  ...storageEnv,
  ...directoryEnv,
  ...generatingEnv,
  ...cursorEnv,
  ...sendsMailEnv,
}

const usesBucket = (profile: Profile | WorkerProfile) =>
  ['viewer', 'files', 'wopi', 'chats', 'fileworker'].includes(profile)

const isInAreas = (file: string, areas: string[]) => areas.some((area) => file.startsWith(`src/${area}/`))

/** Returns true for an operation on a file whose token the editor sends in its query. */
const isWopiOperation = ({ path, rawProtocol = false }: Spec) => rawProtocol && path.startsWith('/wopi/')

/** Returns only the settings (src/platform/runtime/environment.ts) that an endpoint needs. */
export const endpointEnvironment = (file: string, spec: Spec): Variables => {
  const profile = functionProfile(spec)
  return {
    ...httpEnv,
    ...originSecretEnv,
    ...(profile !== 'none' && tableEnv),
    ...(usesBucket(profile) && { ...bucketEnv, ...storageEnv }),
    ...(basename(file) === 'read-view-page.ts' && pictureEnv),
    ...(readsModels(spec) && modelsEnv),
    ...(profile === 'chats' && modelKeysEnv),
    ...(profile === 'chats' && isInAreas(file, ['chats']) && assistantsEnv),
    ...(basename(file) === 'read-overview.ts' && queuesEnv),
    ...(spec.oidc && oidcEnv),
    ...(spec.oidc === 'secrets' && oidcSecretsEnv),
    ...(passwordFiles.includes(basename(file)) && passwordEnv),
    ...(mailFiles.includes(file) && sendsMailEnv),
    ...(basename(file) === 'update-policies.ts' && mailInboundEnv),
    ...(modelFiles.includes(file) && usageEnv),
    ...(spec.invokesEndpoints && invokedEndpointsEnv),
    ...(spec.access !== 'public' && { SESSION_PUBLIC_KEYS: ref('SessionPublicKeys') }),
    ...(isWopiOperation(spec) && { WOPI_PUBLIC_KEYS: ref('WopiPublicKeys') }),
    ...(isInAreas(file, ['search', 'users']) && directoryEnv),
    ...(isInAreas(file, ['scim']) && scimEnv),
    ...(generatingFiles.includes(basename(file)) && generatingEnv),
    ...(jobStartingFiles.includes(basename(file)) && jobsEnv),
    ...(historyFiles.includes(basename(file)) && historyEnv),
    ...(isInAreas(file, ['wopi']) && wopiClientEnv),
    ...(webhookFiles.includes(basename(file)) && webhookEnv),
    ...(spec.query && 'cursor' in spec.query.shape && cursorEnv),
    ...(profile === 'login' && sessionEnv),
    ...(profile === 'wopi' && { WOPI_SECRET_ID: sub('${AWS::StackName}/wopi-keys') }),
  }
}

export const queueEnvironment = (spec: QueueSpec): Variables => ({
  ...dispatcherEnvironment,
  // URLs in texts are links
  ...(usesBucket(spec.profile ?? 'worker') && { ...bucketEnv, ...addressEnv }),
  ...(spec.invokesEndpoints && { ...invokedEndpointsEnv, ...assistantsEnv, ...historyEnv }),
  // emails link to resources
  ...(spec.sendsMail && { ...addressEnv, ...mailEventsEnv, ...passwordEnv }),
  ...(spec.sendsWebhooks && { ...webhookEnv, ...addressEnv }),
  ...(queueReadsModels(spec) && modelsEnv),
  ...(spec.asksModels && { ...modelKeysEnv, ...usageEnv }),
})

const queuesEnv: Variables = {
  // one variable per queue would take 3 KB of Lambda's limit of 4 KB
  QUEUE_URL_PREFIX: sub('https://sqs.${AWS::Region}.${AWS::URLSuffix}/${AWS::AccountId}/${AWS::StackName}-'),
}

export const dispatcherEnvironment: Variables = {
  ...queuesEnv,
  ...publicUrlEnv,
  ...tableEnv,
  ...storageEnv,
  // functions that notify people compose their emails, and endpoints ask if there is any
  ...mailEnv,
  ...sendsMailEnv,
}

export const recorderEnvironment: Variables = { ...tableEnv, ...historyEnv }

export const auditLockEnvironment: Variables = {
  ...recorderEnvironment,
  AUDIT_LOCK_BUCKET: ref('AuditLockBucket'),
}

export const unroutedEnvironment: Variables = { ...httpEnv, ...originSecretEnv }
