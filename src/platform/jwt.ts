import { createLocalJWKSet, jwtVerify, type JWTPayload } from 'jose'
import { environment } from './environment.ts'
import { epochSeconds } from './time.ts'

/** The one algorithm of our tokens (RFC 8037). */
export const tokenAlgorithm = 'EdDSA'

type Payload = JWTPayload & { sub: string; jti: string; exp: number }

/** Tokens that were verified lately are kept, so many: what ends one sooner than its time is looked up each time. */
const mostVerified = 100

/**
 * Verifies tokens of one audience by the public keys that `keys` gives, a JSON Web Key Set (RFC 7517) as text: signature,
 * algorithm, issuer, audience and times (RFC 7519). Undefined for a token that is not good.
 */
export const jwtVerifier = ({ audience, keys }: { audience: string; keys: () => string }) => {
  const verified = new Map<string, Payload>()
  let known: { json: string; find: ReturnType<typeof createLocalJWKSet> } | undefined

  const publicKeys = () => {
    const json = keys()
    if (known?.json !== json) known = { json, find: createLocalJWKSet(JSON.parse(json)) }
    return known.find
  }

  const verify = async (token: string): Promise<Payload | undefined> => {
    const { payload } = await jwtVerify<Payload>(token, publicKeys(), {
      algorithms: [tokenAlgorithm],
      issuer: environment.publicUrl,
      audience,
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
    }).catch(() => ({ payload: undefined }))
    if (!payload) return undefined
    if (verified.size >= mostVerified) verified.delete(verified.keys().next().value as string)
    verified.set(token, payload)
    return payload
  }

  return async (token: string): Promise<Payload | undefined> => {
    const payload = verified.get(token) ?? (await verify(token))
    return payload && payload.exp > epochSeconds() ? payload : undefined
  }
}
