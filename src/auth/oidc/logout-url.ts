import { docs } from '#docs'
import { buildEndSessionUrl } from 'openid-client'
import { log } from '../../platform/runtime/log.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import * as z from '../../platform/schema/schema.ts'
import type { ProviderSession } from '../session/sign-in.ts'
import { leadsBackTo, oidcProviders } from './provider.ts'
import { relyingParty, rejectionReason } from './relying-party.ts'

/** Schema of the address to which the provider redirects after logout. */
export const LogoutReturn = z.strictObject({
  post_logout_redirect_uri: z
    .string()
    .max(500)
    .optional()
    .meta(
      docs('URL to which the provider returns the person: exactly one of its configured `redirect_uris`.'),
    ),
  state: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta(docs('Opaque value that is added to the redirect.', { examples: ['Yk3n4bL'] })),
})
type LogoutReturn = z.output<typeof LogoutReturn>

/** Throws 422 for an address to which no provider may redirect. */
export const requireReturn = async ({ post_logout_redirect_uri: address }: LogoutReturn): Promise<void> => {
  if (address !== undefined && !(await oidcProviders()).some((provider) => leadsBackTo(provider, address)))
    throw invalid('post_logout_redirect_uri', 'must be one of the configured URLs')
}

const endSessionUrl = async (
  { provider: name, issuer, id_token }: ProviderSession,
  { post_logout_redirect_uri: address, state }: LogoutReturn,
) => {
  const provider = (await oidcProviders()).find((one) => one.name === name)
  if (!provider) return null
  const config = await relyingParty(provider)
  const metadata = config.serverMetadata()
  // another issuer with that name must not learn of the person
  if (metadata.issuer !== issuer || metadata.end_session_endpoint === undefined) return null
  const isAllowed = address !== undefined && leadsBackTo(provider, address)
  return buildEndSessionUrl(config, {
    ...(id_token !== null && { id_token_hint: id_token }),
    ...(isAllowed && { post_logout_redirect_uri: address, ...(state !== undefined && { state }) }),
  }).href
}

/**
 * Returns the address at which a person ends their session at the provider (OpenID Connect RP-Initiated Logout 1.0);
 * null if the provider has none, does not respond, or is no longer configured.
 */
export const logoutUrl = async (session: ProviderSession, back: LogoutReturn): Promise<string | null> => {
  try {
    return await endSessionUrl(session, back)
  } catch (error) {
    log.warn('the provider has no logout URL', { provider: session.provider, reason: rejectionReason(error) })
    return null
  }
}
