import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
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
 * stack: its rollback, its end and its next beginning leave them alone, and no template ever holds what is in them.
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

const read = async (client: SecretsManagerClient, SecretId: string): Promise<unknown> => {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }))
    return JSON.parse(SecretString as string)
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** What the stack's secret of a kind holds, which is made when there is none. */
export const ensureSecret = async (
  client: SecretsManagerClient,
  stack: string,
  kind: SecretKind,
): Promise<unknown> => {
  const Name = secretIdOf(stack, kind)
  const known = await read(client, Name)
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
  const known = await read(client, SecretId)
  if (known === undefined) throw new Error(`There is no secret ${SecretId}.`)
  const next = await (rotation[step] as (value: unknown) => unknown)(known)
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(next) }))
}

const rotateOptions = (kind: SecretKind, steps: string[]) =>
  steps.length === 0 ? `The ${kind} keys are put in by hand.` : `--rotate must be one of ${steps.join(', ')}.`
