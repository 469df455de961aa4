import { ownerId, tokenOwner } from '../access-token/access-token.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { accessTokens } from '../../platform/identity/access-token.ts'
import * as z from '../../platform/schema/schema.ts'
import { writeItem } from '../../platform/table/table.ts'

export const deleteAccessToken = endpoint('DELETE /auth/tokens/{id}', {
  entity: accessTokens.name,
  summary: 'End an access token',
  success: 'The token is a 401 from now on.',
  description:
    'For its user and administrators. Editor tokens, edit links, calendar links and unfinished replies that it ' +
    'created end with it, as they do when it expires. Requests and jobs that are running finish, and signed links ' +
    'to files last at most an hour.',
  query: z.strictObject({ user_id: tokenOwner }),
  problems: [roleRequired.as({ when: 'Only administrators end the tokens of others.', example: ['admin'] })],
  handle: ({ actor, params, query }) =>
    writeItem(
      accessTokens.toRemove({ user_id: ownerId(actor, query.user_id), id: params.id }, accessTokens.absent()),
    ),
})
