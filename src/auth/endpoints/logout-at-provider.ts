import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { sessions } from '../../platform/identity/session.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { LogoutReturn, logoutUrl, requireReturn } from '../oidc/logout-url.ts'
import { toSignIn } from '../session/sign-in.ts'

export const logoutAtProvider = endpoint('POST /auth/oidc/logout', {
  requiresSession: true,
  oidc: 'providers',
  summary: 'Sign out here and at the provider',
  success: 'The token is revoked.',
  description:
    'Revokes this token at once, as `POST /auth/logout` does, whether or not the provider responds. A client then ' +
    'opens `logout_url` in the browser, which ends the session at the provider.',
  isBodyOptional: true,
  body: LogoutReturn,
  response: z.described(docs('The remaining step to sign out everywhere.', { id: 'ProviderLogout' }), {
    logout_url: answeredText(65_536)
      .nullable()
      .meta(
        docs(
          'URL to sign out at the provider; null if the person signed in with a password, or if the provider ' +
            'has no logout URL or does not respond.',
          { examples: ['https://id.example.com/logout?client_id=platform&id_token_hint=eyJhbGciOi'] },
        ),
      ),
  }),
  // never auth.provider_unavailable: the address is null then
  // never auth.provider_misconfigured: the address is null then
  handle: async ({ actor, sessionId, body }) => {
    await requireReturn(body)
    const ids = { user_id: actor.id, id: sessionId }
    const session = await sessions.find(ids)
    await sessions.remove(ids)
    const { oidc } = session ? toSignIn(session) : {}
    return { logout_url: oidc ? await logoutUrl(oidc, body) : null }
  },
})
