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
  pictureEnv,
  publicUrlEnv,
  scimEnv,
  sessionEnv,
  tableEnv,
  usageEnv,
  wopiClientEnv,
} from './setting-variables.ts'
import { profileOf, type Profile, type Spec } from '../src/platform/http/spec.ts'
import type { QueueSpec, WorkerProfile } from '../src/platform/events/queues.ts'

/** What takes passwords to sign in, or says whether they are taken. */
const passwordFiles = [
  'confirm-password-reset.ts',
  'create-user.ts',
  'invite-user.ts',
  'login.ts',
  'read-sign-in-methods.ts',
]

/** What depends on whether mail is sent. */
const mailFiles = ['create-user.ts', 'invite-user.ts', 'read-sign-in-methods.ts']

/** What asks for replies of assistants, or writes them. */
const replyFiles = ['create-message.ts', 'retry-message.ts']

/** What starts jobs of people. */
const jobStartingFiles = ['create-undo-job.ts', 'delete-user.ts']

/** What looks how far history goes back, or keeps what was taken back of it. */
const historyFiles = ['list-audit.ts', 'undo-change.ts', 'undo-message.ts']

/** What starts generating a course. */
const generatingFiles = ['create-course-from-file.ts', 'generate-course.ts']

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
    ...(basename(file) === 'update-policies.ts' && mailInboundEnv),
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
