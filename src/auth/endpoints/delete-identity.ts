import { endpoint } from '../../platform/http/endpoint.ts'
import { users } from '../../platform/identity/user.ts'
import { unlinkIdentity } from '../oidc/provider-logout.ts'

export const deleteIdentity = endpoint('DELETE /users/{id}/identity', {
  access: 'admin',
  requiresSession: true,
  effect: 'admin',
  summary: 'Unlink a user from single sign-on',
  success: 'The user has no identity any more, or had none.',
  description:
    'For a person whose identity at the provider is a new one, or was linked by mistake. The sessions that ' +
    'began by it end. The next sign-in at a provider by their verified email address links an identity again.',
  handle: async ({ params }) => unlinkIdentity(await users.get(params)),
})
