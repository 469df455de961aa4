import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { problemPages } from '../../platform/http/answer/problem-page.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { hashSecret, newSecret } from '../../platform/runtime/secret.ts'
import { pendingSeconds, pendingSignIns } from '../oidc/pending-sign-in.ts'
import { leadsBackTo, oidcProviders } from '../oidc/provider.ts'
import { authorizationUrl } from '../oidc/relying-party.ts'
import { providerMisconfigured, providerUnavailable } from '../oidc/provider-problems.ts'

export const startSingleSignOn = endpoint('GET /auth/oidc/start', {
  access: 'public',
  profile: 'writer',
  oidc: 'providers',
  status: 302,
  problemPages,
  summary: 'Start a sign-in at a provider',
  success: 'The provider’s sign-in page, in `Location`.',
  description:
    'A client opens this in a browser. Within ten minutes the person returns to `redirect_uri` with `state` ' +
    'and a `code` for `POST /auth/oidc/token`, or with an `error`: `access_denied`, `not_linked` (no account ' +
    'has this identity), `deactivated`, `temporarily_unavailable` or `server_error` (the provider is not set ' +
    'up correctly). The client must compare `state` with the value it sent.',
  query: z.strictObject({
    provider: z
      .string()
      .max(30)
      .meta(docs('Name of the provider.', { examples: ['company'] })),
    redirect_uri: z
      .string()
      .max(500)
      .meta(
        docs(
          'URL to which the person returns: exactly one of the configured ones, or `/account/signed-in` of ' +
            'this service.',
        ),
      ),
    state: z
      .string()
      .min(1)
      .max(500)
      .meta(docs('Opaque value by which the client recognizes this sign-in (RFC 6749 section 10.12).')),
    code_challenge: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be the SHA-256 hash of a verifier in Base64url')
      .meta(docs('S256 challenge of a verifier that the client keeps secret (RFC 7636).')),
  }),
  problems: [providerUnavailable, providerMisconfigured],
  handle: async ({ query: { provider: name, redirect_uri, state: client_state, code_challenge } }) => {
    const provider = (await oidcProviders()).find((one) => one.name === name)
    if (!provider) throw invalid('provider', 'must be the name of a provider')
    if (!leadsBackTo(provider, redirect_uri))
      throw invalid('redirect_uri', 'must be one of the configured URLs')
    const [state, nonce, code_verifier] = [newSecret(), newSecret(), newSecret()]
    const Location = await authorizationUrl(provider, { state, nonce, code_verifier })
    await pendingSignIns.create({
      id: hashSecret(state),
      provider: name,
      nonce,
      code_verifier,
      redirect_uri,
      client_state,
      code_challenge,
      expires_at: epochSeconds() + pendingSeconds,
    })
    return new HttpReply(undefined as never, { headers: { Location } })
  },
})
