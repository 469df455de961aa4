import { createHash } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'

/** Whose account the identity at a provider of single sign-on is: it is one person's, as the account says as well. */
export const identities = entity({
  name: 'users.identity',
  isInternal: true,
  schema: z.object({ issuer: z.string(), subject: z.string(), user_id: z.string() }),
  // a subject may have any characters
  key: ({ issuer, subject }: { issuer: string; subject: string }) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([issuer, subject]))
      .digest('base64url')
    return { pk: `identity#${hash}`, sk: 'identity' }
  },
})
