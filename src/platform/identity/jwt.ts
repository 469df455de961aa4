import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { environment } from '../runtime/environment.ts'
import { epochSeconds } from '../runtime/time.ts'

/** Algorithm of all tokens that the service issues (RFC 8037). */
export const tokenAlgorithm = 'EdDSA'

/** Type of all tokens that the service issues (RFC 7519 section 5.1); their audience tells them apart. */
export const tokenType = 'JWT'

type Payload = JWTPayload & { sub: string; jti: string; exp: number }

/** Maximum number of recently verified tokens to cache. Reasons that end a token early are checked at each use. */
const maxVerified = 100

/**
 * Canonical form of issued tokens: header and payload begin as JSON objects do, and 64 bytes of signature end in one of
 * four letters. The library also accepts white space, a byte order mark and other letters for the same bytes; this form
 * gives each token one spelling.
 */
const canonicalToken = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{85}[AQgw]$/

interface Known {
  json: string
  keys: ReturnType<typeof createLocalJWKSet>
  verified: Map<string, Payload>
}

/**
 * Creates a function that verifies tokens of one audience by public keys; `keys` returns a JSON Web Key Set (RFC 7517)
 * as text. It checks signature, algorithm, type, key ID, issuer, audience and times (RFC 7519), and returns undefined
 * for an invalid token.
 */
export const jwtVerifier = ({ audience, keys }: { audience: string; keys: () => string }) => {
  let known: Known | undefined

  /** Returns the cache for the current keys; tokens of a removed key are not in it. */
  const present = (): Known => {
    const json = keys()
    if (known?.json !== json)
      known = {
        json,
        keys: createLocalJWKSet(JSON.parse(json) as JSONWebKeySet),
        verified: new Map(),
      }
    return known
  }

  const verify = async (token: string, { keys, verified }: Known): Promise<Payload | undefined> => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: [tokenAlgorithm],
      typ: tokenType,
      issuer: environment.publicUrl,
      audience,
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
    })
    // the library does not require a key ID, a single audience, and IDs that are text
    const isNamed = typeof payload.sub === 'string' && typeof payload.jti === 'string'
    if (protectedHeader.kid === undefined || payload.aud !== audience || !isNamed) return undefined
    if (verified.size >= maxVerified) verified.delete(verified.keys().next().value as string)
    verified.set(token, payload as Payload)
    return payload as Payload
  }

  return async (token: string): Promise<Payload | undefined> => {
    const by = present()
    if (!canonicalToken.test(token)) return undefined
    const payload = by.verified.get(token) ?? (await verify(token, by).catch(() => undefined))
    return payload && payload.exp > epochSeconds() ? payload : undefined
  }
}
