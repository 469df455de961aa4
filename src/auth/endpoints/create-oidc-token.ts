import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { sessionClient } from '../session/client.ts'
import { codeInvalid } from '../oidc/pending-sign-in.ts'
import { redeemCode } from '../oidc/redemption.ts'
import { Token } from '../token.ts'

export const createOidcToken = endpoint('POST /auth/oidc/token', {
  access: 'public',
  profile: 'login',
  summary: 'Exchange a one-time code for an access token',
  success: 'An access token.',
  description:
    'The last step of single sign-on. A code is valid once, for one minute, with the verifier of the ' +
    '`code_challenge` sent at the start of the sign-in. If the same code and verifier are sent again within an ' +
    'hour, the session they started ends.',
  body: z.strictObject({
    code: z
      .string()
      .min(1)
      .max(100)
      .meta(docs('The code returned to the `redirect_uri`.', { examples: ['Bz3qKx7mWvT1'] })),
    code_verifier: z
      .string()
      .regex(/^[\w.~-]{43,128}$/, 'must be 43 to 128 letters, digits and -._~')
      .meta(
        docs('The verifier of the `code_challenge` (RFC 7636 section 4.1).', {
          examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
        }),
      ),
  }),
  response: Token,
  problems: [codeInvalid],
  handle: ({ body: { code, code_verifier }, header, address }) =>
    redeemCode(code, code_verifier, sessionClient({ header, address })),
})
