import { ifElse, ref, sub } from './intrinsics.ts'

/** The variables of functions by their names, with what the template has for them. */
export type Variables = Record<string, unknown>

const distributionUrl = ifElse(
  'HasDistributionDomain',
  sub('https://${DistributionDomain}'),
  sub('https://${Distribution.DomainName}'),
)
const gatewayUrl = sub('https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/live')

/** The URL of the service: the one given, the domain, the distribution's, or the gateway's own. */
const publicUrl = ifElse(
  'HasPublicUrl',
  ref('PublicUrl'),
  ifElse('HasDomain', sub('https://${Domain}'), ifElse('HasDistribution', distributionUrl, gatewayUrl)),
)

export const publicUrlEnv: Variables = { PUBLIC_URL: publicUrl }

/** Where people find things: in the company's own client. */
export const addressEnv: Variables = { ...publicUrlEnv, APP_URLS: ref('AppUrls') }

export const httpEnv: Variables = {
  ...addressEnv,
  CORS_ORIGINS: ref('CorsOrigins'),
}

/** A request that carries none of these secrets has bypassed the distribution. */
export const originSecretEnv: Variables = { ORIGIN_SECRET_HASHES: ref('OriginSecretHashes') }

export const tableEnv: Variables = {
  TABLE_NAME: ref('Table'),
  LIST_SHARDS: ref('ListShards'),
  LIST_SHARDS_WRITTEN: ref('ListShardsWritten'),
}

export const bucketEnv: Variables = { BUCKET_NAME: ref('Bucket') }

/** Where pictures in texts are loaded from, by links into the bucket. */
export const pictureEnv: Variables = { PICTURE_ORIGIN: sub('https://${Bucket.RegionalDomainName}') }

/** The largest document that the WOPI server saves. */
export const maxSavedBytes = sub('${WopiServerMegabytes}000000')

export const wopiClientEnv: Variables = {
  WOPI_CLIENT_URL: ref('WopiClientUrl'),
  WOPI_CLIENT_PRIVATE: ref('WopiClientPrivate'),
  WOPI_SAVE_BYTES: ifElse('HasWopiServer', maxSavedBytes, ''),
}

/** Where the list of models is: it is too long for a variable. */
export const modelsEnv: Variables = {
  MODELS_PARAMETER: ifElse('HasModels', sub('${SettingsParameter}#models'), ''),
}
export const modelKeysEnv: Variables = { MODEL_KEYS_SECRET: sub('${AWS::StackName}/model-keys') }

/** Where the list of providers is, and how the ids of our secrets there begin. */
export const oidcEnv: Variables = {
  OIDC_PROVIDERS_PARAMETER: ifElse('HasOidcProviders', sub('${SettingsParameter}#oidc-providers'), ''),
}
export const oidcSecretsEnv: Variables = { OIDC_SECRET_PREFIX: sub('${AWS::StackName}/oidc-') }

/** Who may sign in with a password. */
export const passwordEnv: Variables = { PASSWORD_LOGIN: ref('PasswordLogin') }

/** Who mails are from, and that they are sent at all. */
export const mailEnv: Variables = { MAIL_FROM: ref('MailFrom') }

/** Where people may write to. */
export const mailInboundEnv: Variables = { MAIL_INBOUND: ref('MailInbound') }

/** What tells us of bounces, and where answers go (infra/mail.yml). */
export const mailEventsEnv: Variables = {
  ...mailInboundEnv,
  MAIL_CONFIGURATION_SET: sub('${AWS::StackName}'),
}

/** What models may do for one person. */
export const usageEnv: Variables = {
  LIMIT_REPLIES: ref('LimitReplies'),
  LIMIT_TOKENS: ref('LimitTokens'),
  GROUP_LIMITS_PARAMETER: ifElse('HasGroupLimits', sub('${SettingsParameter}#group-limits'), ''),
}

/** When assistants ask before they write. */
export const assistantsEnv: Variables = { ASSISTANT_CAUTION: ref('AssistantCaution') }

/** Who sees whose e-mail address. */
export const directoryEnv: Variables = { DIRECTORY_EMAILS: ref('DirectoryEmails') }

/** Whether a directory gives people roles. */
export const scimEnv: Variables = { SCIM_ROLES: ref('ScimRoles') }

/** How many courses one person may have generated at once. */
export const generatingEnv: Variables = { LIMIT_GENERATING: ref('LimitGenerating') }

/** How many jobs of one person may go on at once. */
export const jobsEnv: Variables = { LIMIT_JOBS: ref('LimitJobs') }

/** For how long it is known what happened. */
export const historyEnv: Variables = { HISTORY_DAYS: ref('HistoryDays') }

export const cursorEnv: Variables = { CURSOR_SECRET_ID: sub('${AWS::StackName}/cursor-keys') }

export const sessionEnv: Variables = {
  SESSION_SECRET_ID: sub('${AWS::StackName}/session-keys'),
  SESSION_SECONDS: ref('SessionSeconds'),
}
