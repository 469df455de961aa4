import { docs } from '#docs'
import { AccessToken, makeAccessToken, NewAccessToken, tooManyTokens } from '../access-token/access-token.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { answeredText } from '../../platform/schema/fields.ts'

export const createAccessToken = endpoint('POST /auth/tokens', {
  summary: 'Create an access token for a program',
  success: 'The new token; the secret is returned only once.',
  description:
    'A program sends it as `Authorization: Bearer …` and acts as the caller, or as a service account, with ' +
    'their current rights, limited by its scopes. It ends when it is deleted or expires, or when the account ' +
    'is deactivated. Signing out or changing the password does not end it.',
  requiresSession: true,
  status: 201,
  body: NewAccessToken,
  response: AccessToken.extend({
    token: answeredText(200)
      .nullable()
      .meta(docs('The secret, returned only once; null if the request was repeated.')),
  }),
  shownOnce: ['token'],
  problems: [
    roleRequired.as({
      when: 'Only administrators may create tokens of service accounts.',
      example: ['admin'],
    }),
    tooManyTokens,
  ],
  handle: ({ actor, body }) => makeAccessToken(actor, body),
})
