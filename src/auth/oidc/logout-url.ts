import { buildEndSessionUrl } from 'openid-client'
import { log } from '../../platform/runtime/log.ts'
import type { ProviderSession } from '../session/sign-in.ts'
import { oidcProviders } from './provider.ts'
import { relyingParty, refusalOf } from './relying-party.ts'

const endSessionUrl = async ({ provider: name, issuer, id_token }: ProviderSession) => {
  const provider = (await oidcProviders()).find((one) => one.name === name)
  if (!provider) return null
  const config = await relyingParty(provider)
  const metadata = config.serverMetadata()
  // another issuer under that name is not told of the person
  if (metadata.issuer !== issuer || metadata.end_session_endpoint === undefined) return null
  return buildEndSessionUrl(config, id_token === null ? {} : { id_token_hint: id_token }).href
}

/**
 * Where a person ends their session at the provider (OpenID Connect RP-Initiated Logout 1.0); null where the provider
 * has no such address, does not respond, or is not configured any more.
 */
export const logoutUrl = async (session: ProviderSession): Promise<string | null> => {
  try {
    return await endSessionUrl(session)
  } catch (error) {
    log.warn('there is no address to log out at', { provider: session.provider, reason: refusalOf(error) })
    return null
  }
}
