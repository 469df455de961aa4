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
import { tokenAlgorithm } from '../src/platform/jwt.ts'

/** What tokens are signed for: sessions, and the document editor. Each has keys of its own, which few functions can read. */
export const tokenUses = ['session', 'wopi'] as const
export type TokenUse = (typeof tokenUses)[number]

/**
 * What the secrets `<stack>/session-keys` and `<stack>/wopi-keys` hold: the key that signs, and the key set that verifies.
 * CloudFormation puts the set, and never the key, into the functions; so the secret is there before the first deployment
 * and is no part of it.
 */
export interface TokenKeys {
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

export const newTokenKeys = async (): Promise<TokenKeys> => {
  const key = await newKey()
  return { private: key, public: publicOf(key) }
}

/** The steps of a rotation, in their order; no token ends before its time if the pauses are kept. */
export const rotation = {
  /** Makes the next key known, before anything is signed by it. Then deploy. */
  announce: async (keys: TokenKeys): Promise<TokenKeys> => {
    const next = await newKey()
    return { ...keys, next, public: publicOf(keys.private, next) }
  },
  /** Signs by the next key, from five minutes later on at the latest (src/platform/secret.ts). Then wait as long as a token lives. */
  sign: async ({ private: old, next }: TokenKeys): Promise<TokenKeys> => {
    if (!next) throw new Error('There is no next key: announce it first, and deploy.')
    return { private: next, public: publicOf(next, old) }
  },
  /** Forgets all keys but the one that signs: what they have signed is void. Then deploy. */
  retire: async ({ private: key }: TokenKeys): Promise<TokenKeys> => ({
    private: key,
    public: publicOf(key),
  }),
}

const secretId = (stack: string, use: TokenUse) => `${stack}/${use}-keys`

const read = async (client: SecretsManagerClient, SecretId: string) => {
  try {
    const { SecretString, VersionId } = await client.send(new GetSecretValueCommand({ SecretId }))
    return { keys: JSON.parse(SecretString as string) as TokenKeys, version: VersionId as string }
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** The version of the stack's keys of one use, made when there are none. */
export const ensureTokenKeys = async (
  client: SecretsManagerClient,
  stack: string,
  use: TokenUse,
): Promise<string> => {
  const Name = secretId(stack, use)
  const known = await read(client, Name)
  if (known) return known.version
  const made = await client.send(
    new CreateSecretCommand({ Name, SecretString: JSON.stringify(await newTokenKeys()) }),
  )
  return made.VersionId as string
}

/** Takes one step of a rotation. Throws when there are no keys. */
export const rotateTokenKeys = async (
  client: SecretsManagerClient,
  SecretId: string,
  step: keyof typeof rotation,
): Promise<void> => {
  const known = await read(client, SecretId)
  if (!known) throw new Error(`There is no secret ${SecretId}.`)
  const SecretString = JSON.stringify(await rotation[step](known.keys))
  await client.send(new PutSecretValueCommand({ SecretId, SecretString }))
}

/** The client and the stack of `--stage` and `--region`, with the defaults of serverless.yml. */
export const placeOf = ({ stage = 'dev', region = 'eu-central-1' }: { stage?: string; region?: string }) => ({
  client: new SecretsManagerClient({ region }),
  stack: `enterprise-platform-${stage}`,
})

const isStep = (step: string): step is keyof typeof rotation => step in rotation
const isUse = (use: string): use is TokenUse => (tokenUses as readonly string[]).includes(use)

const oneOf = (option: string, values: readonly string[]) =>
  new Error(`--${option} must be one of ${values.join(', ')}.`)

const run = async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { stage: text, region: text, of: text, rotate: text } })
  const { of: use = 'session', rotate } = values
  const { client, stack } = placeOf(values)
  if (!isUse(use)) throw oneOf('of', tokenUses)
  const id = secretId(stack, use)
  if (rotate === undefined) return `${id} is at version ${await ensureTokenKeys(client, stack, use)}.`
  if (!isStep(rotate)) throw oneOf('rotate', Object.keys(rotation))
  await rotateTokenKeys(client, id, rotate)
  return `${id}: ${rotate} is done.`
}

if (import.meta.main)
  try {
    process.stdout.write(`${await run()}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
