import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { argon2Sync } from 'node:crypto'
import { handler as replay, type Plan } from './bare-handler.ts'

/** With the cost of src/users/password.ts. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

let key: Promise<unknown> | undefined

/** The same for signing in, which reads a secret once and hashes a password each time. */
export const handler = async ({ plan: [first = [], ...others] }: { plan: Plan }): Promise<void> => {
  await replay({ plan: [first] })
  argon2Sync('argon2id', { message: 'local-password', nonce: Buffer.alloc(16), ...cost })
  key ??= new SecretsManagerClient({ maxAttempts: 2 }).send(
    new GetSecretValueCommand({ SecretId: process.env['SESSION_SECRET_ID'] as string }),
  )
  await key
  await replay({ plan: others })
}
