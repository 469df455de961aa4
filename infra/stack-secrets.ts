import {
  CreateSecretCommand,
  GetSecretValueCommand,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceNotFoundException,
  RestoreSecretCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { cursorRotation, newCursorKeys } from './cursor-keys.ts'
import { newOriginSecrets, originRotation } from './origin-secrets.ts'
import { newTokenKeys, tokenRotation } from './token-keys.ts'

interface Kind {
  /** What the secret holds at first. */
  make: () => unknown
  /** The steps of a rotation, in their order. */
  rotation: Record<string, (value: never) => unknown>
}

const tokens = { make: newTokenKeys, rotation: tokenRotation }

/**
 * The secrets of a stack, `<stack>/<kind>-keys`. They are made before the first deployment and are no part of the
 * stack: its rollback, its end and its next beginning leave them alone, and no template ever holds what is in them
 * (decision 0004).
 */
export const secretKinds = {
  session: tokens,
  wopi: tokens,
  cursor: { make: newCursorKeys, rotation: cursorRotation },
  origin: { make: newOriginSecrets, rotation: originRotation },
  /** A JSON object by the ids of models, put in by hand. */
  model: { make: () => ({}), rotation: {} },
} satisfies Record<string, Kind>

export type SecretKind = keyof typeof secretKinds

export const secretIdOf = (stack: string, kind: SecretKind): string => `${stack}/${kind}-keys`

/** The client secret at a provider of single sign-on. */
const oidcSecretId = (stack: string, { name }: { name: string }): string => `${stack}/oidc-${name}`

/** The ids of all secrets of a stack with these providers of single sign-on. */
export const secretIds = (stack: string, providers: { name: string }[]): string[] => [
  ...(Object.keys(secretKinds) as SecretKind[]).map((kind) => secretIdOf(stack, kind)),
  ...providers.map((provider) => oidcSecretId(stack, provider)),
]

const readText = async (client: SecretsManagerClient, SecretId: string): Promise<string | undefined> => {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** What it holds, or undefined when there is none. Throws `InvalidRequestException` for one marked for deletion. */
const read = async (client: SecretsManagerClient, SecretId: string): Promise<unknown> => {
  const text = await readText(client, SecretId)
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

/**
 * Returns a sentence that names the client secrets of single sign-on that are missing or marked for deletion: people
 * could not sign in there. Returns undefined if all are there.
 */
export const missingOidcSecrets = async (
  client: SecretsManagerClient,
  stack: string,
  providers: { name: string }[],
): Promise<string | undefined> => {
  const ids = providers.map((provider) => oidcSecretId(stack, provider))
  const isMissing = async (id: string) => {
    const text = await readText(client, id).catch((error: unknown) => {
      if (!(error instanceof InvalidRequestException)) throw error
    })
    return !text
  }
  const missing = await Promise.all(ids.map(isMissing))
  const named = ids.filter((_, index) => missing[index]).join(', ')
  return named
    ? `Secrets are missing for the providers of single sign-on: ${named}. Make each of them first: ` +
        'aws secretsmanager create-secret --name "<name>" --secret-string "<client secret>"'
    : undefined
}

/** A secret of a stage that was removed has its name for 30 days more, so a new one could not be made. */
const restore = async (client: SecretsManagerClient, SecretId: string): Promise<unknown> => {
  await client.send(new RestoreSecretCommand({ SecretId }))
  process.stdout.write(`The secret ${SecretId} was scheduled for deletion, and has been restored.\n`)
  return read(client, SecretId)
}

/** What the stack's secret of a kind holds: restored when it is marked for deletion, made when there is none. */
export const ensureSecret = async (
  client: SecretsManagerClient,
  stack: string,
  kind: SecretKind,
): Promise<unknown> => {
  const Name = secretIdOf(stack, kind)
  const known = await read(client, Name).catch((error: unknown) => {
    if (error instanceof InvalidRequestException) return restore(client, Name)
    throw error
  })
  if (known !== undefined) return known
  const { make }: Kind = secretKinds[kind]
  const made = await make()
  await client.send(new CreateSecretCommand({ Name, SecretString: JSON.stringify(made) }))
  return made
}

/** Takes one step of a rotation. Throws when there is no such secret or no such step. */
export const rotateSecret = async (
  client: SecretsManagerClient,
  stack: string,
  kind: SecretKind,
  step: string,
): Promise<void> => {
  const { rotation }: Kind = secretKinds[kind]
  const steps = Object.keys(rotation)
  if (!Object.hasOwn(rotation, step)) throw new Error(rotateOptions(kind, steps))
  const SecretId = secretIdOf(stack, kind)
  const known = await read(client, SecretId).catch((error: unknown) => {
    if (error instanceof InvalidRequestException)
      throw new Error(`The secret ${SecretId} is scheduled for deletion; npm run deploy restores it.`)
    throw error
  })
  if (known === undefined) throw new Error(`There is no secret ${SecretId}.`)
  const next = await (rotation[step] as (value: unknown) => unknown)(known)
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(next) }))
}

const rotateOptions = (kind: SecretKind, steps: string[]) =>
  steps.length === 0 ? `The ${kind} keys are put in by hand.` : `--rotate must be one of ${steps.join(', ')}.`
