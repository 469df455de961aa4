import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { environment } from '../runtime/environment.ts'
import { epochSeconds } from '../runtime/time.ts'

/** The one algorithm of our tokens (RFC 8037). */
export const tokenAlgorithm = 'EdDSA'

/** The one type of our tokens (RFC 7519 section 5.1); what they are good for is their audience. */
export const tokenType = 'JWT'

type Payload = JWTPayload & { sub: string; jti: string; exp: number }

/** How many tokens that were verified lately are kept: what ends one sooner than its time is looked up each time. */
const maxVerified = 100

/**
 * Header and payload of ours begin as objects do, and 64 bytes of signature end in one of four letters. The library
 * takes white space, a byte order mark and other letters for the same bytes as well; so each token has one spelling.
 */
const canonicalToken = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{85}[AQgw]$/

interface Known {
  json: string
  keys: ReturnType<typeof createLocalJWKSet>
  verified: Map<string, Payload>
}

/**
 * Verifies tokens of one audience by the public keys that `keys` gives, a JSON Web Key Set (RFC 7517) as
 * text: signature, algorithm, type, key id, issuer, audience and times (RFC 7519). Undefined for a token that
 * is not good.
 */
export const jwtVerifier = ({ audience, keys }: { audience: string; keys: () => string }) => {
  let known: Known | undefined

  /** What is known by the present keys: a token of a key that was taken away is not known any more. */
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
    // what the library leaves open: a key by its id alone, one audience, and ids that are text
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
