import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import * as z from '../../platform/schema/schema.ts'
import { signInUnknown } from '../oidc/pending-sign-in.ts'
import { erased } from '../../users/registration.ts'
import { finishSignIn } from '../oidc/sign-in.ts'

const sent = z.string().max(8_192).optional()

export const finishSingleSignOn = endpoint('GET /auth/oidc/callback', {
  access: 'public',
  profile: 'writer',
  oidc: 'secrets',
  status: 302,
  problemPages,
  summary: 'Receive the redirect from a provider',
  success:
    'The client’s `redirect_uri`, with its `state` and a one-time `code` or an `error`, in `Location`.',
  description: 'The redirect URI of this service at every provider. Each `state` is good for one sign-in.',
  query: z.looseObject({
    state: z.string().max(500).meta(docs('The `state` sent to the provider at the start of the sign-in.')),
    code: sent.meta(docs('The provider’s code.')),
    error: sent.meta(docs('The provider’s reason for refusing the sign-in.')),
  }),
  // never auth.provider_unavailable: the client receives an error code
  // never auth.provider_misconfigured: the client receives an error code
  // never users.last_administrator: the last administrator keeps the role
  // never users.email_taken: no address is changed
  // never users.user_not_found: an account is never removed
  problems: [signInUnknown, erased],
  handle: async ({ query }) => {
    const Location = await finishSignIn(query.state, new URLSearchParams(query as Record<string, string>))
    return new HttpReply(undefined as never, { headers: { Location } })
  },
})
