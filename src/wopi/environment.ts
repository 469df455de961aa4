import { requiredVariable } from '../platform/runtime/environment.ts'

/** Settings of the WOPI host and its client. */
export const wopiEnvironment = {
  /** The public keys that verify WOPI access tokens: a JSON Web Key Set. */
  get publicKeys() {
    return requiredVariable('WOPI_PUBLIC_KEYS')
  },
  /** The ID of the secret with the key that signs WOPI access tokens; only functions that issue them may read it. */
  get secretId() {
    return requiredVariable('WOPI_SECRET_ID')
  },
  /** The base URL of the WOPI client, without a trailing slash; undefined if there is none. */
  get clientUrl() {
    return process.env['WOPI_CLIENT_URL']?.trim().replace(/\/+$/, '') || undefined
  },
  /** True if the WOPI client may have a private IP address, unlike all other servers that the service calls. */
  get clientIsPrivate() {
    return process.env['WOPI_CLIENT_PRIVATE'] === 'yes'
  },
  /** The maximum size of a document that a WOPI client saves, in bytes; undefined for the limit of API Gateway. */
  get saveBytes() {
    const bytes = process.env['WOPI_SAVE_BYTES']
    return bytes ? Number(bytes) : undefined
  },
  /** The port of the WOPI server (src/wopi/server.ts). */
  get port() {
    return Number(process.env['PORT'] ?? 8080)
  },
}
