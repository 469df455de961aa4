import { createAccessToken } from '../../src/auth/endpoints/create-access-token.ts'
import type { TokenScope } from '../../src/platform/identity/token-scope.ts'
import { call } from './call.ts'
import type { SignedIn } from './people.ts'

/** A token of a program for a person, and who calls with it. */
export const givenToken = async (as: SignedIn, scope: TokenScope = 'full', more: object = {}) => {
  const { body } = await call(createAccessToken, { as, body: { name: 'Report', scopes: [scope], ...more } })
  return { ...as, token: body.token as string, token_id: body.id as string }
}
