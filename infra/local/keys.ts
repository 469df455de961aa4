import { join } from 'node:path'
import type { CursorKeys } from '../../src/platform/table/list/cursor.ts'
import { newCursorKeys } from '../cursor-keys.ts'
import { newTokenKeys, type TokenKeys } from '../token-keys.ts'
import { jsonFile } from './data-folder.ts'

/** The keys of this machine's service. */
export interface Keys {
  session: TokenKeys
  wopi: TokenKeys
  cursors: CursorKeys
}

/** The ids of the secrets that hold the keys of tokens. */
export const sessionSecretId = 'local/session-keys'
export const wopiSecretId = 'local/wopi-keys'

/** The id of the secret that holds the keys of cursors. */
export const cursorSecretId = 'local/cursor-keys'

/** The id of the secret that holds the keys of models, a JSON object by the ids of models. */
export const modelSecretId = 'local/model-keys'

/** The settings that are deployed as parameters: the variable with the name of each, that name, and its text. */
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

/** How the ids of the secrets begin that this service has at the providers of `OIDC_PROVIDERS`. */
export const oidcSecretPrefix = 'local/oidc-'

/** What the store of parameters holds. */
export const parametersOf = (): Map<string, string> =>
  new Map(givenDocuments().map(({ name, text }) => [name, text]))

/** The variables by which functions find it. */
export const parameterVariables = (): Record<string, string> =>
  Object.fromEntries(givenDocuments().map(({ variable, name }) => [variable, name]))

/** New keys of each kind. */
export const makeKeys = async (): Promise<Keys> => ({
  session: await newTokenKeys(),
  wopi: await newTokenKeys(),
  cursors: newCursorKeys(),
})

/** The keys in `dataDir`, made the first time; only this user may read them. */
export const loadKeys = async (dataDir: string): Promise<Keys> => {
  const file = jsonFile<Keys | undefined>(join(dataDir, 'keys.json'), undefined)
  const keys = file.read() ?? (await makeKeys())
  file.write(keys, 0o600)
  return keys
}

/** The secrets of the setting `OIDC_SECRETS`, a JSON object by the names of providers. */
const oidcSecretsOf = (text: string) =>
  Object.entries(JSON.parse(text) as Record<string, string>).map(
    ([name, secret]) => [`${oidcSecretPrefix}${name}`, secret] as const,
  )

/** The secret store's content for these keys; those of models are what the user has given with `MODEL_KEYS`. */
export const secretsOf = (
  { session, wopi, cursors }: Keys,
  modelKeys = process.env['MODEL_KEYS'] || '{}',
  oidcSecrets = process.env['OIDC_SECRETS'] || '{}',
): Map<string, string> =>
  new Map([
    ...oidcSecretsOf(oidcSecrets),
    [sessionSecretId, JSON.stringify(session)],
    [wopiSecretId, JSON.stringify(wopi)],
    [cursorSecretId, JSON.stringify(cursors)],
    [modelSecretId, modelKeys],
  ])
