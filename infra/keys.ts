import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { tokenAlgorithm } from '../src/platform/actor.ts'

/**
 * What the secret `<stack>/session-keys` holds: the key that signs, and the key set that verifies. CloudFormation puts
 * the set, and never the key, into the functions; so the secret is there before the first deployment and is no part of it.
 */
export interface SessionKeys {
  private: JWK
  /** A JSON Web Key Set (RFC 7517) as text. */
  public: string
  /** The key that will sign next; its public half is known already. */
  next?: JWK
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { crv: 'Ed25519', extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: tokenAlgorithm, use: 'sig' }
}

const publicOf = (...keys: JWK[]) => {
  const halves = keys.map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => name !== 'd')))
  return JSON.stringify({ keys: halves })
}

export const newSessionKeys = async (): Promise<SessionKeys> => {
  const key = await newKey()
  return { private: key, public: publicOf(key) }
}

/** The steps of a rotation, in their order; nobody has to sign in again if the pauses are kept. */
export const rotation = {
  /** Makes the next key known, before anything is signed by it. Then deploy. */
  announce: async (keys: SessionKeys): Promise<SessionKeys> => {
    const next = await newKey()
    return { ...keys, next, public: publicOf(keys.private, next) }
  },
  /** Signs by the next key, from five minutes later on at the latest (src/platform/secret.ts). Then wait as long as a session lives. */
  sign: async ({ private: old, next }: SessionKeys): Promise<SessionKeys> => {
    if (!next) throw new Error('There is no next key: announce it first, and deploy.')
    return { private: next, public: publicOf(next, old) }
  },
  /** Forgets all keys but the one that signs: what they have signed is void. Then deploy. */
  retire: async ({ private: key }: SessionKeys): Promise<SessionKeys> => ({
    private: key,
    public: publicOf(key),
  }),
}

const secretId = (stack: string) => `${stack}/session-keys`

const read = async (client: SecretsManagerClient, stack: string) => {
  try {
    const { SecretString, VersionId } = await client.send(
      new GetSecretValueCommand({ SecretId: secretId(stack) }),
    )
    return { keys: JSON.parse(SecretString as string) as SessionKeys, version: VersionId as string }
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** The version of the stack's session keys, made when there are none. */
export const ensureSessionKeys = async (client: SecretsManagerClient, stack: string): Promise<string> => {
  const known = await read(client, stack)
  if (known) return known.version
  const made = await client.send(
    new CreateSecretCommand({ Name: secretId(stack), SecretString: JSON.stringify(await newSessionKeys()) }),
  )
  return made.VersionId as string
}

/** Takes one step of a rotation. Throws when there are no keys. */
export const rotateSessionKeys = async (
  client: SecretsManagerClient,
  stack: string,
  step: keyof typeof rotation,
): Promise<void> => {
  const known = await read(client, stack)
  if (!known) throw new Error(`There is no secret ${secretId(stack)}.`)
  const SecretString = JSON.stringify(await rotation[step](known.keys))
  await client.send(new PutSecretValueCommand({ SecretId: secretId(stack), SecretString }))
}

/** The client and the stack of `--stage` and `--region`, with the defaults of serverless.yml. */
export const placeOf = ({ stage = 'dev', region = 'eu-central-1' }: { stage?: string; region?: string }) => ({
  client: new SecretsManagerClient({ region }),
  stack: `enterprise-platform-${stage}`,
})

const isStep = (step: string): step is keyof typeof rotation => step in rotation

if (import.meta.main) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { stage: text, region: text, rotate: text } })
  const { client, stack } = placeOf(values)
  if (values.rotate === undefined) {
    process.stdout.write(`${secretId(stack)} is at version ${await ensureSessionKeys(client, stack)}.\n`)
  } else if (isStep(values.rotate)) {
    await rotateSessionKeys(client, stack, values.rotate)
    process.stdout.write(`${secretId(stack)}: ${values.rotate} is done.\n`)
  } else {
    process.stderr.write(`--rotate must be one of ${Object.keys(rotation).join(', ')}.\n`)
    process.exitCode = 1
  }
}
