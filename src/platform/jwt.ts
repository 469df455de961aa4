import { createPublicKey, verify as isSignedBy, type JsonWebKey, type KeyObject } from 'node:crypto'
import { environment } from './environment.ts'
import { epochSeconds } from './time.ts'

/** The one algorithm of our tokens (RFC 8037). */
export const tokenAlgorithm = 'EdDSA'

type Payload = Record<string, unknown> & { sub: string; jti: string; exp: number }

/** Tokens that were verified lately are kept, so many: what ends one sooner than its time is looked up each time. */
const mostVerified = 100

type Keys = ReadonlyMap<unknown, KeyObject>

const keysOf = (json: string): Keys => {
  const { keys } = JSON.parse(json) as { keys: (JsonWebKey & { kid?: string })[] }
  const fitting = keys.filter(({ kty, crv, kid }) => kty === 'OKP' && crv === 'Ed25519' && kid !== undefined)
  return new Map(fitting.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
}

/** Bytes in Base64url; undefined where other text stands for the same bytes, as only who made a token up writes it. */
const bytesOf = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

const objectOf = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(bytesOf(text)?.toString() ?? 'null')
  if (typeof value !== 'object' || value === null) throw new TypeError('A part of the token is no object.')
  return value as Record<string, unknown>
}

/** What a token says, if one of the `keys` signed it by our algorithm (RFC 7515 section 5.2). */
const signedPayload = (token: string, keys: Keys) => {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  const { alg, kid, crit } = objectOf(header)
  const key = keys.get(kid)
  const bytes = bytesOf(signature)
  // there is no header that we would have to understand
  if (alg !== tokenAlgorithm || crit !== undefined || !key || !bytes || more.length > 0) return undefined
  return isSignedBy(null, Buffer.from(`${header}.${payload}`), key, bytes) ? objectOf(payload) : undefined
}

/** Whether the claims are ours, for the audience, and hold now (RFC 7519 section 4.1). */
const isFor = (audience: string, claims: Record<string, unknown>): claims is Payload => {
  const { iss, aud, sub, jti, iat, exp, nbf = 0 } = claims
  const isNamed = typeof sub === 'string' && typeof jti === 'string'
  const isTimed = typeof iat === 'number' && typeof exp === 'number' && typeof nbf === 'number'
  return iss === environment.publicUrl && aud === audience && isNamed && isTimed && nbf <= epochSeconds()
}

/**
 * Verifies tokens of one audience by the public keys that `keys` gives, a JSON Web Key Set (RFC 7517) as text: signature,
 * algorithm, issuer, audience and times (RFC 7519). Undefined for a token that is not good. With Node's own functions:
 * a library that goes by Web Crypto takes three times as long for the first token of a function that starts.
 */
export const jwtVerifier = ({ audience, keys }: { audience: string; keys: () => string }) => {
  let known: { json: string; keys: Keys; verified: Map<string, Payload> } | undefined

  /** What is known by the present keys: a token of a key that was taken away is not known any more. */
  const present = () => {
    const json = keys()
    if (known?.json !== json) known = { json, keys: keysOf(json), verified: new Map() }
    return known
  }

  const verify = (token: string, { keys, verified }: ReturnType<typeof present>): Payload | undefined => {
    try {
      const claims = signedPayload(token, keys)
      if (!claims || !isFor(audience, claims)) return undefined
      if (verified.size >= mostVerified) verified.delete(verified.keys().next().value as string)
      verified.set(token, claims)
      return claims
    } catch {
      return undefined // what is no JSON
    }
  }

  return (token: string): Payload | undefined => {
    const by = present()
    const payload = by.verified.get(token) ?? verify(token, by)
    return payload && payload.exp > epochSeconds() ? payload : undefined
  }
}
