import { ifElse, ref, sub } from './intrinsics.ts'

/** Variables of functions by name, with their values in the template. */
export type Variables = Record<string, unknown>

const distributionUrl = ifElse(
  'HasDistributionDomain',
  sub('https://${DistributionDomain}'),
  sub('https://${Distribution.DomainName}'),
)
const gatewayUrl = sub('https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/live')

/** URL of the service: the configured URL, the domain, the distribution's URL, or the gateway's own. */
const publicUrl = ifElse(
  'HasPublicUrl',
  ref('PublicUrl'),
  ifElse('HasDomain', sub('https://${Domain}'), ifElse('HasDistribution', distributionUrl, gatewayUrl)),
)

export const publicUrlEnv: Variables = { PUBLIC_URL: publicUrl }

/** URLs of resources for people: those of the company's own client. */
export const addressEnv: Variables = { ...publicUrlEnv, APP_URLS: ref('AppUrls') }

export const httpEnv: Variables = {
  ...addressEnv,
  CORS_ORIGINS: ref('CorsOrigins'),
}

/** A request without one of these secrets has bypassed the distribution. */
export const originSecretEnv: Variables = { ORIGIN_SECRET_HASHES: ref('OriginSecretHashes') }

export const tableEnv: Variables = {
  TABLE_NAME: ref('Table'),
  LIST_SHARDS: ref('ListShards'),
  LIST_SHARDS_WRITTEN: ref('ListShardsWritten'),
}

export const bucketEnv: Variables = { BUCKET_NAME: ref('Bucket') }

/** Limit of the bytes that are stored for one person. */
export const storageEnv: Variables = { LIMIT_STORAGE_GB: ref('LimitStorageGb') }

/** Origin of pictures in texts, whose links point into the bucket. */
export const pictureEnv: Variables = { PICTURE_ORIGIN: sub('https://${Bucket.RegionalDomainName}') }

/** Size limit of documents that the WOPI server saves. */
export const maxSavedBytes = sub('${WopiServerMegabytes}000000')

export const wopiClientEnv: Variables = {
  WOPI_CLIENT_URL: ref('WopiClientUrl'),
  WOPI_CLIENT_PRIVATE: ref('WopiClientPrivate'),
  WOPI_SAVE_BYTES: ifElse('HasWopiServer', maxSavedBytes, ''),
}

/** Location of the list of models, which is too long for a variable. */
export const modelsEnv: Variables = {
  MODELS_PARAMETER: ifElse('HasModels', sub('${SettingsParameter}#models'), ''),
}
export const modelKeysEnv: Variables = { MODEL_KEYS_SECRET: sub('${AWS::StackName}/model-keys') }

/** Location of the list of single sign-on providers. */
export const oidcEnv: Variables = {
  OIDC_PROVIDERS_PARAMETER: ifElse('HasOidcProviders', sub('${SettingsParameter}#oidc-providers'), ''),
}
export const oidcSecretsEnv: Variables = { OIDC_SECRET_PREFIX: sub('${AWS::StackName}/oidc-') }

export const passwordEnv: Variables = { PASSWORD_LOGIN: ref('PasswordLogin') }

/** Sender of emails; no emails are sent without it. */
export const mailEnv: Variables = { MAIL_FROM: ref('MailFrom') }

/** Presence of the sender, for functions that send no email themselves: the sender itself has up to 200 characters. */
export const sendsMailEnv: Variables = { SENDS_MAIL: ifElse('HasMail', 'yes', 'no') }

/** Domain that receives emails. */
export const mailInboundEnv: Variables = { MAIL_INBOUND: ref('MailInbound') }

/** Settings for bounces and replies (infra/template/mail.yml). */
export const mailEventsEnv: Variables = {
  ...mailInboundEnv,
  MAIL_CONFIGURATION_SET: sub('${AWS::StackName}'),
}

/** Usage limits of models per person. */
export const usageEnv: Variables = {
  LIMIT_REPLIES: ref('LimitReplies'),
  LIMIT_TOKENS: ref('LimitTokens'),
  GROUP_LIMITS_PARAMETER: ifElse('HasGroupLimits', sub('${SettingsParameter}#group-limits'), ''),
}

/** Setting for confirmations before assistants write. */
export const assistantsEnv: Variables = { ASSISTANT_CAUTION: ref('AssistantCaution') }

/** Setting for the visibility of email addresses. */
export const directoryEnv: Variables = { DIRECTORY_EMAILS: ref('DirectoryEmails') }

export const scimEnv: Variables = { SCIM_ROLES: ref('ScimRoles') }

/** Maximum number of courses that are generated for one person at once. */
export const generatingEnv: Variables = { LIMIT_GENERATING: ref('LimitGenerating') }

export const jobsEnv: Variables = { LIMIT_JOBS: ref('LimitJobs') }

export const historyEnv: Variables = { HISTORY_DAYS: ref('HistoryDays') }

export const cursorEnv: Variables = { CURSOR_SECRET_ID: sub('${AWS::StackName}/cursor-keys') }

/** Key that seals the secrets of webhooks. */
export const webhookEnv: Variables = { WEBHOOK_SECRET_ID: sub('${AWS::StackName}/webhook-keys') }

export const sessionEnv: Variables = {
  SESSION_SECRET_ID: sub('${AWS::StackName}/session-keys'),
  SESSION_SECONDS: ref('SessionSeconds'),
}
