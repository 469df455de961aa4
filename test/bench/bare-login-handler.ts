import { argon2Sync } from 'node:crypto'
import { handler as replay, type Plan } from './bare-handler.ts'
import { readSecret } from './bare-secret.ts'

/** Cost parameters of src/users/password.ts. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Baseline for sign-in, which reads a secret once and hashes a password each time. */
export const handler = async ({ plan: [first = [], ...others] }: { plan: Plan }): Promise<void> => {
  await replay({ plan: [first] })
  argon2Sync('argon2id', { message: 'local-password', nonce: Buffer.alloc(16), ...cost })
  await readSecret('SESSION_SECRET_ID')
  await replay({ plan: others })
}
