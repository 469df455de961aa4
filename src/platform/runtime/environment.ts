const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`)
  return value
}

/** Where the URL of a queue stands: of `chat-replies` in QUEUE_URL_CHAT_REPLIES. */
export const queueVariable = (queue: string): string =>
  `QUEUE_URL_${queue.replaceAll('-', '_').toUpperCase()}`

/** Every setting of the service. Each is read when it is asked for, never at import. */
export const environment = {
  get tableName() {
    return required('TABLE_NAME')
  },
  /**
   * What a call of an AWS service is given at the least, in milliseconds: a machine of one's own may be busy where AWS
   * is not.
   */
  get minCallMilliseconds() {
    return Number(process.env['MIN_CALL_MILLISECONDS'] ?? 0)
  },
  /** Where the bytes of files lie. */
  get bucketName() {
    return required('BUCKET_NAME')
  },
  /** Where clients reach the service, without a trailing slash; links are made from it. */
  get publicUrl() {
    return required('PUBLIC_URL').replace(/\/$/, '')
  },
  /** How many partitions of a list that all share are read. May be raised later, never lowered. */
  get listShards() {
    return Number(process.env['LIST_SHARDS'] ?? 1)
  },
  /** Over how many of them new rows are spread: never more than are read by every function that runs. */
  get listShardsWritten() {
    return Math.min(Number(process.env['LIST_SHARDS_WRITTEN'] ?? 1), environment.listShards)
  },
  /**
   * SHA-256, in lower-case hex, of the secrets by which the distribution in front is known; two while one takes over
   * from the other, none when there is no distribution.
   */
  get originSecretHashes() {
    return (process.env['ORIGIN_SECRET_HASHES'] ?? '').split(',').filter(Boolean)
  },
  /** Origins that browsers may call from, or `*` for any. */
  get corsOrigins() {
    return (process.env['CORS_ORIGINS'] ?? '*').split(',').map((origin) => origin.trim())
  },
  /** Whether colleagues see each other's e-mail addresses; otherwise only administrators and oneself do. */
  get showsEmails() {
    return process.env['DIRECTORY_EMAILS'] !== 'no'
  },
  /** How long an access token lives, in seconds. */
  get sessionSeconds() {
    return Number(process.env['SESSION_SECONDS'] ?? 43_200)
  },
  /** The public halves of the session keys: a JSON Web Key Set (RFC 7517). */
  get sessionPublicKeys() {
    return required('SESSION_PUBLIC_KEYS')
  },
  /** Where the private session key lies in the secret store; only login and refresh may read it. */
  get sessionSecretId() {
    return required('SESSION_SECRET_ID')
  },
  /** The public halves of the keys of the document editor's tokens, as those of sessions. */
  get wopiPublicKeys() {
    return required('WOPI_PUBLIC_KEYS')
  },
  /** Where the private key of the document editor's tokens lies; only what makes such tokens may read it. */
  get wopiSecretId() {
    return required('WOPI_SECRET_ID')
  },
  /** Where the editing server is, without a trailing slash; undefined when there is none. */
  get wopiClientUrl() {
    return process.env['WOPI_CLIENT_URL']?.trim().replace(/\/+$/, '') || undefined
  },
  /** Whether the editing server may have a private address, which no other server that we ask may. */
  get wopiClientIsPrivate() {
    return process.env['WOPI_CLIENT_PRIVATE'] === 'yes'
  },
  /** The most bytes that an editor may save, where it is more than comes through the gateway; undefined otherwise. */
  get wopiSaveBytes() {
    const bytes = process.env['WOPI_SAVE_BYTES']
    return bytes ? Number(bytes) : undefined
  },
  /** Where the server of documents listens (src/wopi/server.ts). */
  get port() {
    return Number(process.env['PORT'] ?? 8080)
  },
  /**
   * The models that there are beside the embedded one: a JSON list (src/models/configured-models.ts), without
   * their keys.
   */
  get models() {
    return process.env['MODELS']?.trim() || '[]'
  },
  /** Where the keys of models lie, a JSON object by their ids; only what asks models may read it. */
  get modelKeysSecretId() {
    return required('MODEL_KEYS_SECRET')
  },
  /** Where the keys of list cursors lie in the secret store. */
  get cursorSecretId() {
    return required('CURSOR_SECRET_ID')
  },
  /** The URL of a queue by its name. */
  queueUrl(name: string) {
    return required(queueVariable(name))
  },
}
