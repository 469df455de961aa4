import { hashOf } from '../platform/runtime/secret.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** Whose account the identity at a provider of single sign-on is: it is one person's, as the account says as well. */
export const identities = entity({
  name: 'users.identity',
  isInternal: true,
  schema: z.object({ issuer: z.string(), subject: z.string(), user_id: z.string() }),
  // a subject may have any characters
  key: ({ issuer, subject }: { issuer: string; subject: string }) => ({
    pk: `identity#${hashOf(JSON.stringify([issuer, subject]))}`,
    sk: 'identity',
  }),
})
