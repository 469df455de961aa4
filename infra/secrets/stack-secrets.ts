import {
  CreateSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceNotFoundException,
  RestoreSecretCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { newOriginSecrets, originRotation } from './origin-secrets.ts'
import { newSealKeys, sealRotation } from './seal-keys.ts'
import { newTokenKeys, tokenRotation } from './token-keys.ts'

interface Kind {
  make: () => unknown
  /** Steps of a rotation, in their order. */
  rotation: Record<string, (value: never) => unknown>
}

const tokens = { make: newTokenKeys, rotation: tokenRotation }
const sealing = { make: newSealKeys, rotation: sealRotation }

/**
 * Secrets of a stack, `<stack>/<kind>-keys`. They are created before the first deployment and are not part of the
 * stack: a rollback, deletion or new creation of the stack does not touch them, and no template ever contains their
 * values (decision 0004).
 */
export const secretKinds = {
  session: tokens,
  wopi: tokens,
  cursor: sealing,
  /** Seals the secrets of webhooks in the table; without it, each webhook needs another secret. */
  webhook: sealing,
  origin: { make: newOriginSecrets, rotation: originRotation },
  /** A JSON object keyed by model ID, maintained by hand. */
  model: { make: () => ({}), rotation: {} },
} satisfies Record<string, Kind>

export type SecretKind = keyof typeof secretKinds

export const keySecretId = (stack: string, kind: SecretKind): string => `${stack}/${kind}-keys`

/** Returns the ID of the client secret for a single sign-on provider. */
const oidcSecretId = (stack: string, { name }: { name: string }): string => `${stack}/oidc-${name}`

/** Returns the IDs of all secrets of a stack with these single sign-on providers. */
export const secretIds = (stack: string, providers: { name: string }[]): string[] => [
  ...(Object.keys(secretKinds) as SecretKind[]).map((kind) => keySecretId(stack, kind)),
  ...providers.map((provider) => oidcSecretId(stack, provider)),
]

const readSecretText = async (
  client: SecretsManagerClient,
  SecretId: string,
): Promise<string | undefined> => {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/**
 * Returns the secret's value; undefined if it does not exist. Throws `InvalidRequestException` if it is marked for
 * deletion.
 */
const readStackSecret = async (client: SecretsManagerClient, SecretId: string): Promise<unknown> => {
  const text = await readSecretText(client, SecretId)
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

/**
 * Returns a sentence that names the client secrets for single sign-on that are missing or marked for deletion, because
 * people could not sign in at these providers. Returns undefined if all exist.
 */
export const missingOidcSecrets = async (
  client: SecretsManagerClient,
  stack: string,
  providers: { name: string }[],
): Promise<string | undefined> => {
  const ids = providers.map((provider) => oidcSecretId(stack, provider))
  const isMissing = async (id: string) => {
    const text = await readSecretText(client, id).catch((error: unknown) => {
      if (!(error instanceof InvalidRequestException)) throw error
    })
    return !text
  }
  const missing = await Promise.all(ids.map(isMissing))
  const named = ids.filter((_, index) => missing[index]).join(', ')
  return named
    ? `Secrets are missing for the providers of single sign-on: ${named}. Create each of them first: ` +
        'aws secretsmanager create-secret --name "<name>" --secret-string "<client secret>"'
    : undefined
}

/**
 * Restores a secret: after the removal of a stage its name stays taken for 30 days, so that no new secret can be
 * created.
 */
const restore = async (client: SecretsManagerClient, SecretId: string): Promise<unknown> => {
  await client.send(new RestoreSecretCommand({ SecretId }))
  process.stdout.write(`The secret ${SecretId} was scheduled for deletion, and has been restored.\n`)
  return readStackSecret(client, SecretId)
}

/**
 * Returns the value of a stack's secret: restores it if it is marked for deletion, and creates it if it does not exist.
 */
export const ensureSecret = async (
  client: SecretsManagerClient,
  stack: string,
  kind: SecretKind,
): Promise<unknown> => {
  const Name = keySecretId(stack, kind)
  const known = await readStackSecret(client, Name).catch((error: unknown) => {
    if (error instanceof InvalidRequestException) return restore(client, Name)
    throw error
  })
  if (known !== undefined) return known
  const { make }: Kind = secretKinds[kind]
  const made = await make()
  await client.send(new CreateSecretCommand({ Name, SecretString: JSON.stringify(made) }))
  return made
}

/** Performs one step of a rotation. Throws if the secret or the step does not exist. */
export const rotateSecret = async (
  client: SecretsManagerClient,
  stack: string,
  kind: SecretKind,
  step: string,
): Promise<void> => {
  const { rotation }: Kind = secretKinds[kind]
  const steps = Object.keys(rotation)
  if (!Object.hasOwn(rotation, step)) throw new Error(rotateOptions(kind, steps))
  const SecretId = keySecretId(stack, kind)
  const known = await readStackSecret(client, SecretId).catch((error: unknown) => {
    if (error instanceof InvalidRequestException)
      throw new Error(`The secret ${SecretId} is scheduled for deletion; npm run deploy restores it.`)
    throw error
  })
  if (known === undefined) throw new Error(`The secret ${SecretId} does not exist.`)
  const next = await (rotation[step] as (value: unknown) => unknown)(known)
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(next) }))
}

const rotateOptions = (kind: SecretKind, steps: string[]) =>
  steps.length === 0
    ? `The ${kind} keys have no steps of a rotation.`
    : `--rotate must be one of ${steps.join(', ')}.`
