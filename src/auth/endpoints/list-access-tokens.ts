import { AccessToken, listTokens, ownerId, tokenOwner } from '../access-token/access-token.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'

export const listAccessTokens = endpoint('GET /auth/tokens', {
  summary: 'List access tokens',
  description:
    'Valid tokens, oldest first, without their secrets. Administrators may also list other people’s tokens.',
  query: listQuery({ user_id: tokenOwner }),
  response: listOf(AccessToken),
  problems: [
    roleRequired.as({ when: "Only administrators may list other people's tokens.", example: ['admin'] }),
  ],
  handle: ({ actor, query: { user_id, ...page } }) => listTokens(ownerId(actor, user_id), page),
})
