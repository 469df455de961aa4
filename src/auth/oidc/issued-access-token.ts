import { decodeJwt, decodeProtectedHeader } from 'jose'
import { bearerToken, readActor, tokenInvalid, type Actor } from '../../platform/identity/actor.ts'
import { cachedGroups } from '../../platform/identity/principals.ts'
import { issuedScopes, widestScope, type TokenScope } from '../../platform/identity/token-scope.ts'
import { scopeMissing } from '../../platform/http/request/scope-check.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import { noSession, requestContext } from '../../platform/runtime/request-context.ts'
import * as z from '../../platform/schema/schema.ts'
import { resolveAccount } from './account.ts'
import { toClaimed } from './claims.ts'
import { accountNotLinked } from './provider-problems.ts'
import { verifyByProvider } from './provider-keys.ts'
import { isSameIssuer, oidcProviders, type OidcProvider } from './provider.ts'

/** Claims of an access token (RFC 9068 section 2.2). */
const AccessClaims = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1),
  client_id: z.string().min(1),
  scope: z.string().default(''),
})
type AccessClaims = z.output<typeof AccessClaims>

/** Returns the JWT of a request if it is an access token of RFC 9068; undefined for all other tokens. */
const issuedToken = (authorization: string | undefined): string | undefined => {
  const token = bearerToken(authorization)
  if (token === undefined) return undefined
  try {
    const { typ } = decodeProtectedHeader(token)
    return /^(application\/)?at\+jwt$/i.test(String(typ)) ? token : undefined
  } catch {
    return undefined
  }
}

const decodeClaims = (token: string): AccessClaims | undefined => {
  try {
    return AccessClaims.safeParse(decodeJwt(token)).data
  } catch {
    return undefined
  }
}

/** Returns the claims of a token and its provider, before the signature is verified. */
const readClaims = async (token: string): Promise<{ claims: AccessClaims; provider: OidcProvider }> => {
  const [claims, providers] = [decodeClaims(token), await oidcProviders()]
  const provider = providers.find(({ issuer }) => claims && isSameIssuer(issuer, claims.iss))
  if (!claims || !provider) throw tokenInvalid()
  return { claims, provider }
}

/** Returns the widest scope of a token. Throws 403 if it has none that is known here. */
const grantedScope = ({ scope }: AccessClaims): TokenScope => {
  const known = issuedScopes.filter((one) => scope.split(' ').includes(one))
  if (known.length === 0) throw scopeMissing('read')
  return widestScope(known)
}

/**
 * Returns the person of a configured issuer's access token for one of these audiences, and an ID that is the same for
 * all tokens of this person and client; undefined for any other token. The account is found as at sign-in. Throws 401
 * for an invalid token or a deactivated person, 403 without an account or a scope, and 503 if the issuer does not
 * respond.
 */
export const readIssuedToken = async (
  authorization: string | undefined,
  audience: string[],
): Promise<{ actor: Actor & { scope: TokenScope }; token_id: string } | undefined> => {
  const token = issuedToken(authorization)
  if (token === undefined) return undefined
  const { claims, provider } = await readClaims(token)
  const requiredClaims = ['sub', 'client_id', 'exp', 'iat', 'jti']
  const { issuer } = await verifyByProvider(token, provider, { audience, requiredClaims }, tokenInvalid)
  const scope = grantedScope(claims)
  // the account may be linked or created before any other write of the request
  requestContext().confirmSession = noSession
  const person = { ...toClaimed(provider, { ...claims, iss: issuer }), role: undefined }
  const account = await resolveAccount(person, provider)
  if (account === 'not_linked') throw accountNotLinked()
  if (account === 'deactivated') throw tokenInvalid()
  const { id, name, role } = account
  const actor = await readActor({ actor: { id, name, role, groups: cachedGroups(id) }, sessionId: null })
  return { actor: { ...actor, scope }, token_id: derivedId(0, `${issuer} ${claims.client_id} ${id}`) }
}
