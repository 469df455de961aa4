import { randomBytes } from 'node:crypto'
import { docs } from '#docs'
import { secret } from '../../platform/aws/secret.ts'
import { requiredVariable } from '../../platform/runtime/environment.ts'
import { seal, unseal } from '../../platform/runtime/seal.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import { Webhook } from './webhook.ts'

/** Content of the secret `<stack>/webhook-keys`. */
export interface WebhookKeys {
  /** Key that seals the signing secrets, in base64url. */
  seal: string
}

const sealKey = async () =>
  (JSON.parse(await secret(requiredVariable('WEBHOOK_SECRET_ID'))) as WebhookKeys).seal

/** Returns a new signing secret in the form of Standard Webhooks: `whsec_` and 256 bits in base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Encrypts a signing secret; only the same webhook decrypts it. Throws 503 if the key cannot be read. */
export const sealSecret = async (signing: string, { id }: { id: string }): Promise<string> =>
  seal(await sealKey(), Buffer.from(signing), `webhook#${id}`).toString('base64')

/** Decrypts a signing secret. */
export const openSecret = async (sealed: string, { id }: { id: string }): Promise<string> =>
  unseal(await sealKey(), Buffer.from(sealed, 'base64'), `webhook#${id}`).toString()

export const WebhookWithSecret = Webhook.extend({
  secret: answeredText(100)
    .nullable()
    .meta(docs('The signing secret, returned only once; null if the request was repeated.')),
}).meta(docs('A webhook with its signing secret.', { id: 'WebhookWithSecret' }))
