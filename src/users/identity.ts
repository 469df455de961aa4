import { hashSecret } from '../platform/runtime/secret.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** Owner of an identity at a single sign-on provider: one account only, which names the identity as well. */
export const identities = entity({
  name: 'users.identity',
  isInternal: true,
  schema: z.object({ issuer: z.string(), subject: z.string(), user_id: z.string() }),
  // a subject may contain any characters
  key: ({ issuer, subject }: { issuer: string; subject: string }) => ({
    pk: `identity#${hashSecret(JSON.stringify([issuer, subject]))}`,
    sk: 'identity',
  }),
})
