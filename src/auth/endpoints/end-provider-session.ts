import { docs } from '#docs'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { formBody } from '../../platform/http/request/form-body.ts'
import * as z from '../../platform/schema/schema.ts'
import { providerMisconfigured, providerUnavailable } from '../oidc/provider-problems.ts'
import { verifiedLogout } from '../oidc/logout-token.ts'
import { endProviderSessions, logoutTokenInvalid } from '../oidc/provider-logout.ts'

export const endProviderSession = endpoint('POST /auth/oidc/backchannel-logout', {
  access: 'public',
  oidc: 'providers',
  status: 200,
  summary: 'Receive a back-channel logout from a provider',
  success: 'The sessions started with the provider’s session have ended.',
  description:
    'The back-channel logout URI of this service at every provider (OpenID Connect Back-Channel Logout 1.0). A ' +
    'token with `sid` ends the sessions started with that session of the provider; a token with only `sub` ' +
    'ends all sessions that the person started at the provider. The provider may retry after a 503.',
  bodyFormat: formBody,
  body: z.object({
    logout_token: z
      .string()
      .min(1)
      .meta(
        docs('The provider’s logout token.', { examples: ['eyJhbGciOiJSUzI1NiJ9.eyJldmVudHMiOnt9fQ.c2ln'] }),
      ),
  }),
  problems: [logoutTokenInvalid, providerUnavailable, providerMisconfigured],
  handle: async ({ body: { logout_token } }) => {
    await endProviderSessions(await verifiedLogout(logout_token))
    return new HttpReply(undefined as never)
  },
})
