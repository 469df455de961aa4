const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`)
  return value
}

/** The settings of the service, each read from `process.env` on access, never at import. */
export const environment = {
  get tableName() {
    return required('TABLE_NAME')
  },
  /**
   * The minimum timeout of calls to AWS services, in milliseconds: emulators on a busy machine need longer.
   */
  get minCallMilliseconds() {
    return Number(process.env['MIN_CALL_MILLISECONDS'] ?? 0)
  },
  /** The bucket that stores the contents of files. */
  get bucketName() {
    return required('BUCKET_NAME')
  },
  /** The bucket with Object Lock that each day of history is copied to. */
  get auditLockBucket() {
    return required('AUDIT_LOCK_BUCKET')
  },
  /** The base URL of the service for clients and links, without a trailing slash. */
  get publicUrl() {
    return required('PUBLIC_URL').replace(/\/$/, '')
  },
  /** Where things are in the company's own client: patterns by type (src/platform/http/app-urls.ts). */
  get appUrls() {
    return process.env['APP_URLS'] ?? ''
  },
  /** The number of partitions from which shared lists are read. It can be raised later, but never lowered. */
  get listShards() {
    return Number(process.env['LIST_SHARDS'] ?? 1)
  },
  /** The number of these partitions that new rows are written to: never more than running functions read. */
  get listShardsWritten() {
    return Math.min(Number(process.env['LIST_SHARDS_WRITTEN'] ?? 1), environment.listShards)
  },
  /**
   * SHA-256 hashes, in lower-case hex, of the secrets that CloudFront sends as proof of origin: two during a
   * rotation, none without a distribution.
   */
  get originSecretHashes() {
    return (process.env['ORIGIN_SECRET_HASHES'] ?? '').split(',').filter(Boolean)
  },
  /** The origins allowed by CORS; `*` allows any. */
  get corsOrigins() {
    return (process.env['CORS_ORIGINS'] ?? '*').split(',').map((origin) => origin.trim())
  },
  /**
   * Whom the pages offer to sign in as, and by which password, as JSON (src/docs/demo-people.ts). Only set on
   * a machine of one's own; undefined otherwise.
   */
  get demoPeople() {
    return process.env['DEMO_PEOPLE'] || undefined
  },
  /** Whether everyone sees the email addresses of others; otherwise only administrators and the person do. */
  get showsEmails() {
    return process.env['DIRECTORY_EMAILS'] !== 'no'
  },
  /**
   * Whether also people's own assistants, which nobody else may edit, ask before they write what others see once they
   * have read texts of others.
   */
  get assistantsAreCautious() {
    return process.env['ASSISTANT_CAUTION'] !== 'no'
  },
  /** Whether a directory says who is an administrator or a support agent. */
  get scimRoles() {
    return process.env['SCIM_ROLES'] === 'yes'
  },
  /** For how many days it is known what happened. */
  get historyDays() {
    return Number(process.env['HISTORY_DAYS'] ?? 400)
  },
  /** The limit `LIMIT_…` of each person; 0 for none. */
  limitOf(name: 'GENERATING' | 'JOBS' | 'REPLIES' | 'TOKENS', fallback = 0) {
    return Number(process.env[`LIMIT_${name}`] ?? fallback)
  },
  /** The lifetime of access tokens, in seconds. */
  get sessionSeconds() {
    return Number(process.env['SESSION_SECONDS'] ?? 43_200)
  },
  /** The public keys that verify access tokens: a JSON Web Key Set (RFC 7517). */
  get sessionPublicKeys() {
    return required('SESSION_PUBLIC_KEYS')
  },
  /** The id of the secret with the key that signs access tokens; only login and refresh may read it. */
  get sessionSecretId() {
    return required('SESSION_SECRET_ID')
  },
  /** The public keys that verify WOPI access tokens: a JSON Web Key Set. */
  get wopiPublicKeys() {
    return required('WOPI_PUBLIC_KEYS')
  },
  /**
   * The id of the secret with the key that signs WOPI access tokens; only functions that issue them may read
   * it.
   */
  get wopiSecretId() {
    return required('WOPI_SECRET_ID')
  },
  /** The base URL of the WOPI client, without a trailing slash; undefined if there is none. */
  get wopiClientUrl() {
    return process.env['WOPI_CLIENT_URL']?.trim().replace(/\/+$/, '') || undefined
  },
  /**
   * Whether the WOPI client may have a private IP address, unlike all other servers that the service calls.
   */
  get wopiClientIsPrivate() {
    return process.env['WOPI_CLIENT_PRIVATE'] === 'yes'
  },
  /**
   * The maximum size of a document that a WOPI client saves, in bytes; undefined for the limit of API
   * Gateway.
   */
  get wopiSaveBytes() {
    const bytes = process.env['WOPI_SAVE_BYTES']
    return bytes ? Number(bytes) : undefined
  },
  /** The port of the WOPI server (src/wopi/server.ts). */
  get port() {
    return Number(process.env['PORT'] ?? 8080)
  },
  /**
   * The name of the parameter that lists the models besides the embedded one (src/models/configured-models.ts), or with
   * the limits of groups (src/models/group-limits.ts); undefined if there are none.
   */
  parameterOf(name: 'MODELS' | 'GROUP_LIMITS') {
    return process.env[`${name}_PARAMETER`] || undefined
  },
  /**
   * The id of the secret with the API keys of models, a JSON object by model id; only what calls models may
   * read it.
   */
  get modelKeysSecretId() {
    return required('MODEL_KEYS_SECRET')
  },
  /** The id of the secret with the keys that seal list cursors. */
  get cursorSecretId() {
    return required('CURSOR_SECRET_ID')
  },
  /** The URL of the queue of this name. */
  queueUrl(name: string) {
    return `${required('QUEUE_URL_PREFIX')}${name}`
  },
}

/** Settings of signing in, which no other function has. */
export const signInEnvironment = {
  /**
   * The name of the parameter that lists the providers of single sign-on (src/auth/oidc/provider.ts); undefined if
   * there are none.
   */
  get oidcProvidersParameter() {
    return process.env['OIDC_PROVIDERS_PARAMETER'] || undefined
  },
  /** The id of the secret with which this service proves who it is to the provider of this name. */
  oidcSecretId(provider: string) {
    return `${required('OIDC_SECRET_PREFIX')}${provider}`
  },
  /** Whether everybody may sign in with a password; otherwise only administrators may. */
  get passwordLogin() {
    return process.env['PASSWORD_LOGIN'] !== 'no'
  },
}

/** Settings of pages that show pictures in texts. */
export const pictureEnvironment = {
  /** Where links to the bytes of files lead: the origin of the bucket. */
  get origin() {
    return required('PICTURE_ORIGIN')
  },
}

/** Settings of mail, which only what sends it has, or depends on whether it is sent. */
export const mailEnvironment = {
  /** The sender of all mails, such as `Platform <no-reply@example.com>`; undefined if none are sent. */
  get from() {
    return process.env['MAIL_FROM'] || undefined
  },
  /** The domain to which people may write, where answers go; undefined if no mail is received. */
  get inbound() {
    return process.env['MAIL_INBOUND'] || undefined
  },
  /** By what SES knows whom to tell of bounces and complaints; undefined where it tells nobody. */
  get configurationSet() {
    return process.env['MAIL_CONFIGURATION_SET'] || undefined
  },
}
