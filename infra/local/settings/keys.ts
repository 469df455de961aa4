import { join } from 'node:path'
import type { SealKeys } from '../../../src/platform/runtime/seal.ts'
import { newSealKeys } from '../../secrets/seal-keys.ts'
import { newTokenKeys, type TokenKeys } from '../../secrets/token-keys.ts'
import { jsonFile } from '../machine/data-folder.ts'

/** Keys of this machine's service. */
export interface Keys {
  session: TokenKeys
  wopi: TokenKeys
  cursors: SealKeys
  webhooks: SealKeys
}

/** IDs of the secrets with the token keys. */
export const sessionSecretId = 'local/session-keys'
export const wopiSecretId = 'local/wopi-keys'

export const cursorSecretId = 'local/cursor-keys'

export const webhookSecretId = 'local/webhook-keys'

/** ID of the secret with the model keys, a JSON object keyed by model ID. */
export const modelSecretId = 'local/model-keys'

/**
 * Settings that are deployed as parameters: the variable with the parameter's name, this name, and the variable with
 * its value.
 */
const documents = [
  ['MODELS_PARAMETER', '/local/models', 'MODELS'],
  ['OIDC_PROVIDERS_PARAMETER', '/local/oidc-providers', 'OIDC_PROVIDERS'],
  ['GROUP_LIMITS_PARAMETER', '/local/group-limits', 'GROUP_LIMITS'],
] as const

const givenDocuments = () =>
  documents.flatMap(([variable, name, setting]) => {
    const text = process.env[setting]
    return text ? [{ variable, name, text }] : []
  })

/** Prefix of the IDs of the secrets with which this service signs in at the providers of `OIDC_PROVIDERS`. */
export const oidcSecretPrefix = 'local/oidc-'

/** Returns the contents of the parameter store. */
export const parameterTexts = (): Map<string, string> =>
  new Map(givenDocuments().map(({ name, text }) => [name, text]))

/** Returns the variables through which functions find these parameters. */
export const parameterVariables = (): Record<string, string> =>
  Object.fromEntries(givenDocuments().map(({ variable, name }) => [variable, name]))

export const makeKeys = async (): Promise<Keys> => ({
  session: await newTokenKeys(),
  wopi: await newTokenKeys(),
  cursors: newSealKeys(),
  webhooks: newSealKeys(),
})

/** Loads the keys in `dataDir`, and creates those that are missing; only this user may read them. */
export const loadKeys = async (dataDir: string): Promise<Keys> => {
  const file = jsonFile<Keys | undefined>(join(dataDir, 'keys.json'), undefined)
  const { webhooks, ...stored }: Partial<Keys> = file.read() ?? {}
  // at first, webhooks had one key without an ID
  const keys = { ...(await makeKeys()), ...stored, ...(webhooks?.current && { webhooks }) }
  file.write(keys, 0o600)
  return keys
}

/** Returns the secrets of the setting `OIDC_SECRETS`, a JSON object keyed by provider name. */
const parseOidcSecrets = (text: string) =>
  Object.entries(JSON.parse(text) as Record<string, string>).map(
    ([name, secret]) => [`${oidcSecretPrefix}${name}`, secret] as const,
  )

/** Returns the contents of the secret store for these keys; the model keys come from `MODEL_KEYS`. */
export const secretContents = (
  { session, wopi, cursors, webhooks }: Keys,
  modelKeys = process.env['MODEL_KEYS'] || '{}',
  oidcSecrets = process.env['OIDC_SECRETS'] || '{}',
): Map<string, string> =>
  new Map([
    ...parseOidcSecrets(oidcSecrets),
    [sessionSecretId, JSON.stringify(session)],
    [wopiSecretId, JSON.stringify(wopi)],
    [cursorSecretId, JSON.stringify(cursors)],
    [webhookSecretId, JSON.stringify(webhooks)],
    [modelSecretId, modelKeys],
  ])
