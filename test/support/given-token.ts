import { randomUUID } from 'node:crypto'
import { createAccessToken } from '../../src/auth/endpoints/create-access-token.ts'
import type { TokenScope } from '../../src/platform/identity/token-scope.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { call, type BodyOf } from './call.ts'
import type { SignedIn } from './people.ts'

type TokenFields = Partial<BodyOf<typeof createAccessToken>>

/** Creates an access token of a person; returns the person as its caller. */
export const givenToken = async (as: SignedIn, scope: TokenScope = 'full', more: TokenFields = {}) => {
  const { body } = await call(createAccessToken, { as, body: { name: 'Report', scopes: [scope], ...more } })
  return { ...as, token: body.token as string, token_id: body.id as string }
}

/** Creates a token with the scope `scim`, as an administrator does for a directory. */
export const givenDirectoryToken = async (admin: SignedIn): Promise<SignedIn> => {
  const fields = {
    email: `${randomUUID()}@example.com`,
    name: 'Directory',
    type: 'service' as const,
    role: 'admin' as const,
  }
  const { body: account } = await call(createUser, { as: admin, body: fields })
  const { token } = await givenToken(admin, 'scim', { user_id: account.id })
  return { ...account, email: fields.email, groups: [], token }
}
