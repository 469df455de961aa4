import { endpoint } from '../../platform/http/endpoint.ts'
import { users } from '../../platform/identity/user.ts'
import { unlinkIdentity } from '../oidc/provider-logout.ts'

export const deleteIdentity = endpoint('DELETE /users/{id}/identity', {
  access: 'admin',
  requiresSession: true,
  effect: 'admin',
  summary: 'Unlink a user from single sign-on',
  success: 'The user has no linked identity.',
  description:
    'For a person whose identity at the provider was replaced, or was linked by mistake. Ends the sessions ' +
    'started with that identity. At the next sign-in, the provider’s verified email address links an identity ' +
    'again.',
  handle: async ({ params }) => unlinkIdentity(await users.get(params)),
})
