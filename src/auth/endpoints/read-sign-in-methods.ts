import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { environment, mailEnvironment, signInEnvironment } from '../../platform/runtime/environment.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { oidcProviders } from '../oidc/provider.ts'

const Provider = z.object({
  name: answeredText(100).meta(docs('Its name.', { examples: ['company'] })),
  start_url: answeredText(4_096).meta(
    docs('Where signing in at it begins; add `redirect_uri`, `state` and `code_challenge`.'),
  ),
})

export const readSignInMethods = endpoint('GET /auth/methods', {
  access: 'public',
  profile: 'none',
  oidc: 'providers',
  summary: 'Read how people can sign in',
  success: 'How people can sign in.',
  description: 'What a client needs to know to show how to sign in, before anybody has.',
  response: z.described(docs('How people can sign in.', { id: 'SignInMethods' }), {
    password: z
      .boolean()
      .meta(docs('Whether everybody may sign in with a password; administrators always may.')),
    oidc: z.array(Provider).max(5).meta(docs('The providers of single sign-on (OpenID Connect).')),
    mail: z.boolean().meta(docs('Whether this service sends email.')),
  }),
  handle: async () => ({
    password: signInEnvironment.passwordLogin,
    oidc: (await oidcProviders()).map(({ name }) => ({
      name,
      start_url: `${environment.publicUrl}/api/v1/auth/oidc/start?provider=${name}`,
    })),
    mail: mailEnvironment.from !== undefined,
  }),
})
