import { ownerId, tokenOwner } from '../access-token/access-token.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { accessTokens } from '../../platform/identity/access-token.ts'
import * as z from '../../platform/schema/schema.ts'
import { writeItem } from '../../platform/table/table.ts'

export const deleteAccessToken = endpoint('DELETE /auth/tokens/{id}', {
  entity: accessTokens.name,
  summary: 'Delete an access token',
  success: 'The token is deleted and returns 401 from now on.',
  description:
    'For its user and administrators. Ends the editor tokens, edit links, calendar links and unfinished ' +
    'replies created with it, as its expiry does. Running requests and jobs finish, and signed links to files ' +
    'stay valid for up to an hour.',
  query: z.strictObject({ user_id: tokenOwner }),
  problems: [
    roleRequired.as({ when: "Only administrators may delete other people's tokens.", example: ['admin'] }),
  ],
  handle: ({ actor, params, query }) =>
    writeItem(
      accessTokens.toRemove({ user_id: ownerId(actor, query.user_id), id: params.id }, accessTokens.absent()),
    ),
})
