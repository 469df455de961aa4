import { AccessToken, listTokens, ownerId, tokenOwner } from '../access-token/access-token.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'

export const listAccessTokens = endpoint('GET /auth/tokens', {
  summary: 'List access tokens',
  description:
    'Those that are in force, oldest first. Their secrets are not shown. Administrators also list those of others.',
  query: listQuery({ user_id: tokenOwner }),
  response: listOf(AccessToken),
  problems: [roleRequired.as({ when: 'Only administrators see the tokens of others.', example: ['admin'] })],
  handle: ({ actor, query: { user_id, ...page } }) => listTokens(ownerId(actor, user_id), page),
})
