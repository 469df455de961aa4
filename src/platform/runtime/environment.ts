/** Returns the value of a variable; throws if it is not set. */
export const requiredVariable = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`The variable ${name} is not set.`)
  return value
}

/** Settings of the service, each read from `process.env` on access, never at import. */
export const environment = {
  get tableName() {
    return requiredVariable('TABLE_NAME')
  },
  /** The minimum timeout of calls to AWS services, in milliseconds: emulators on a busy machine need longer. */
  get minCallMilliseconds() {
    return Number(process.env['MIN_CALL_MILLISECONDS'] ?? 0)
  },
  /** The bucket that stores the contents of files. */
  get bucketName() {
    return requiredVariable('BUCKET_NAME')
  },
  /** The bucket with Object Lock that each day of history is copied to. */
  get auditLockBucket() {
    return requiredVariable('AUDIT_LOCK_BUCKET')
  },
  /** The base URL of the service for clients and links, without a trailing slash. */
  get publicUrl() {
    return requiredVariable('PUBLIC_URL').replace(/\/$/, '')
  },
  /** URL patterns of the company's own client, by resource type (src/platform/http/app-urls.ts). */
  get appUrls() {
    return process.env['APP_URLS'] ?? ''
  },
  /** The number of partitions from which shared lists are read. It can be raised later, but never lowered. */
  get listShards() {
    return Number(process.env['LIST_SHARDS'] ?? 1)
  },
  /** The number of list partitions that receive new rows; never more than the running functions read. */
  get listShardsWritten() {
    return Math.min(Number(process.env['LIST_SHARDS_WRITTEN'] ?? 1), environment.listShards)
  },
  /**
   * SHA-256 hashes, in lower-case hex, of the secrets that CloudFront sends as proof of origin: two during a rotation,
   * none without a distribution.
   */
  get originSecretHashes() {
    return (process.env['ORIGIN_SECRET_HASHES'] ?? '').split(',').filter(Boolean)
  },
  /** The origins allowed by CORS; `*` allows any. */
  get corsOrigins() {
    return (process.env['CORS_ORIGINS'] ?? '*').split(',').map((origin) => origin.trim())
  },
  /**
   * The people whom the pages offer to sign in as, and their password, as JSON (src/pages/demo-people.ts). Only set on
   * a developer's machine; undefined otherwise.
   */
  get demoPeople() {
    return process.env['DEMO_PEOPLE'] || undefined
  },
  /** True if everyone sees the email addresses of other people; otherwise only administrators and the person do. */
  get showsEmails() {
    return process.env['DIRECTORY_EMAILS'] !== 'no'
  },
  /**
   * True if even people's own assistants, which nobody else may edit, ask before they write content visible to others
   * once they have read text written by others.
   */
  get assistantsAreCautious() {
    return process.env['ASSISTANT_CAUTION'] !== 'no'
  },
  /** True if a SCIM directory decides who is an administrator or a support agent. */
  get scimRoles() {
    return process.env['SCIM_ROLES'] === 'yes'
  },
  /** Number of days for which history is kept. */
  get historyDays() {
    return Number(process.env['HISTORY_DAYS'] ?? 400)
  },
  /** Returns the per-person limit `LIMIT_…`, or `fallback` if it is empty; 0 means no limit. */
  limitOf(name: 'GENERATING' | 'JOBS' | 'REPLIES' | 'STORAGE_GB' | 'TOKENS', fallback = 0) {
    return Number(process.env[`LIMIT_${name}`] || fallback)
  },
  /** The lifetime of access tokens, in seconds. */
  get sessionSeconds() {
    return Number(process.env['SESSION_SECONDS'] ?? 43_200)
  },
  /** The public keys that verify access tokens: a JSON Web Key Set (RFC 7517). */
  get sessionPublicKeys() {
    return requiredVariable('SESSION_PUBLIC_KEYS')
  },
  /** The ID of the secret with the key that signs access tokens; only login and refresh may read it. */
  get sessionSecretId() {
    return requiredVariable('SESSION_SECRET_ID')
  },
  /**
   * Returns the name of the parameter that lists the models besides the embedded one (src/models/configured-models.ts),
   * or of the one with the limits of groups (src/models/group-limits.ts); undefined if there is none.
   */
  parameterOf(name: 'MODELS' | 'GROUP_LIMITS') {
    return process.env[`${name}_PARAMETER`] || undefined
  },
  /**
   * The ID of the secret with the API keys of models, a JSON object by model ID; only functions that call models may
   * read it.
   */
  get modelKeysSecretId() {
    return requiredVariable('MODEL_KEYS_SECRET')
  },
  /** The ID of the secret with the keys that seal list cursors. */
  get cursorSecretId() {
    return requiredVariable('CURSOR_SECRET_ID')
  },
  /** Returns the URL of the queue with this name. */
  queueUrl(name: string) {
    return `${requiredVariable('QUEUE_URL_PREFIX')}${name}`
  },
}

/** Sign-in settings, which no other function has. */
export const signInEnvironment = {
  /**
   * The name of the parameter that lists the single sign-on providers (src/auth/oidc/provider.ts); undefined if there
   * are none.
   */
  get oidcProvidersParameter() {
    return process.env['OIDC_PROVIDERS_PARAMETER'] || undefined
  },
  /** Returns the ID of the secret that authenticates this service to an OpenID provider. */
  oidcSecretId(provider: string) {
    return `${requiredVariable('OIDC_SECRET_PREFIX')}${provider}`
  },
  /** True if everyone may sign in with a password; otherwise only administrators may. */
  get passwordLogin() {
    return process.env['PASSWORD_LOGIN'] !== 'no'
  },
}

/** Settings of pages that show pictures in texts. */
export const pictureEnvironment = {
  /** The origin of links to the bytes of files: that of the bucket. */
  get origin() {
    return requiredVariable('PICTURE_ORIGIN')
  },
}

/** Email settings, available only to functions that send email, except for `isSent`. */
export const mailEnvironment = {
  /** True if email is sent; available only to endpoints that depend on it. */
  get isSent() {
    return process.env['SENDS_MAIL'] === 'yes'
  },
  /** The sender of all emails, such as `Platform <no-reply@example.com>`; undefined if none are sent. */
  get from() {
    return process.env['MAIL_FROM'] || undefined
  },
  /** The domain that receives email and replies; undefined if no email is received. */
  get inbound() {
    return process.env['MAIL_INBOUND'] || undefined
  },
  /** The SES configuration set that publishes bounces and complaints; undefined if they are not published. */
  get configurationSet() {
    return process.env['MAIL_CONFIGURATION_SET'] || undefined
  },
}

/** Settings that Lambda gives every AWS client. */
export const awsEnvironment = {
  get region() {
    return requiredVariable('AWS_REGION')
  },
  get credentials() {
    const [accessKeyId, secretAccessKey] = [
      requiredVariable('AWS_ACCESS_KEY_ID'),
      requiredVariable('AWS_SECRET_ACCESS_KEY'),
    ]
    const sessionToken = process.env['AWS_SESSION_TOKEN']
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  },
  /** The endpoint of Parameter Store instead of that of the region; undefined on AWS. */
  get parameterStoreUrl() {
    return process.env['AWS_ENDPOINT_URL_SSM'] || undefined
  },
}
