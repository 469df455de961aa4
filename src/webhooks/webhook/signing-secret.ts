import { randomBytes } from 'node:crypto'
import { docs } from '#docs'
import { secret } from '../../platform/aws/secret.ts'
import { requiredVariable } from '../../platform/runtime/environment.ts'
import { seal, unseal, type SealKeys } from '../../platform/runtime/seal.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import { Webhook } from './webhook.ts'

/** Reads the secret `<stack>/webhook-keys`. */
const readKeys = async () => JSON.parse(await secret(requiredVariable('WEBHOOK_SECRET_ID'))) as SealKeys

/** Returns a new signing secret in the form of Standard Webhooks: `whsec_` and 256 bits in base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Encrypts a signing secret; only the same webhook decrypts it. The result begins with the ID of the key. Throws 503 if
 * the key cannot be read.
 */
export const sealSecret = async (signing: string, { id }: { id: string }): Promise<string> => {
  const { kid, k } = (await readKeys()).current
  return `${kid}.${seal(k, Buffer.from(signing), `webhook#${id}`).toString('base64url')}`
}

/** Decrypts a signing secret; throws if its key was removed. */
export const openSecret = async (sealed: string, { id }: { id: string }): Promise<string> => {
  const [kid, text = ''] = sealed.split('.')
  const { current, next, previous } = await readKeys()
  const key = [current, next, previous].find((one) => one?.kid === kid)
  if (!key) throw new Error(`The key ${kid} is not among the keys of webhooks.`)
  return unseal(key.k, Buffer.from(text, 'base64url'), `webhook#${id}`).toString()
}

export const WebhookWithSecret = Webhook.extend({
  secret: answeredText(100)
    .nullable()
    .meta(docs('The signing secret, returned only once; null if the request was repeated.')),
}).meta(docs('A webhook with its signing secret.', { id: 'WebhookWithSecret' }))
