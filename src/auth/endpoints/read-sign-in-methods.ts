import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { environment, mailEnvironment, signInEnvironment } from '../../platform/runtime/environment.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { oidcProviders } from '../oidc/provider.ts'

const Provider = z.object({
  name: answeredText(100).meta(docs('Its name.', { examples: ['company'] })),
  start_url: answeredText(4_096).meta(
    docs('URL to start the sign-in; add `redirect_uri`, `state` and `code_challenge`.'),
  ),
})

export const readSignInMethods = endpoint('GET /auth/methods', {
  access: 'public',
  profile: 'none',
  oidc: 'providers',
  summary: 'Get the sign-in methods',
  success: 'The sign-in methods.',
  description: 'The methods a client offers on its sign-in form.',
  response: z.described(docs('The available sign-in methods.', { id: 'SignInMethods' }), {
    password: z
      .boolean()
      .meta(docs('True if everyone may sign in with a password; administrators always may.')),
    oidc: z.array(Provider).max(5).meta(docs('The providers of single sign-on (OpenID Connect).')),
    mail: z.boolean().meta(docs('True if this service sends email.')),
  }),
  handle: async () => ({
    password: signInEnvironment.passwordLogin,
    oidc: (await oidcProviders()).map(({ name }) => ({
      name,
      start_url: `${environment.publicUrl}/api/v1/auth/oidc/start?provider=${name}`,
    })),
    mail: mailEnvironment.isSent,
  }),
})
