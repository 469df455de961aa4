import { docs } from '#docs'
import { AccessToken, makeAccessToken, NewAccessToken, tooManyTokens } from '../access-token/access-token.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import { answeredText } from '../../platform/schema/fields.ts'

export const createAccessToken = endpoint('POST /auth/tokens', {
  summary: 'Create an access token for a program',
  success: 'The new token, shown this once.',
  description:
    'A program sends it as `Authorization: Bearer …` and acts as the caller, or as a service account, with their ' +
    'rights of that moment and no more than its scopes allow. It ends when it is deleted, expires, or the account is ' +
    'deactivated; signing out and a new password do not end it.',
  requiresSession: true,
  status: 201,
  body: NewAccessToken,
  response: AccessToken.extend({
    token: answeredText(200)
      .nullable()
      .meta(docs('The secret. It is not shown again; null if the request was repeated.')),
  }),
  shownOnce: ['token'],
  problems: [
    roleRequired.as({ when: 'Only administrators create tokens of service accounts.', example: ['admin'] }),
    tooManyTokens,
  ],
  handle: ({ actor, body }) => makeAccessToken(actor, body),
})
