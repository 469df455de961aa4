import { importJWK, SignJWT, type JWK } from 'jose'
import { environment } from '../runtime/environment.ts'
import { tokenAlgorithm, tokenType } from './jwt.ts'
import { secret } from '../aws/secret.ts'

interface Token {
  /** ID of the secret with the private key, which few functions can read. */
  secretId: string
  audience: string
  subject: string
  id: string
  /** In seconds since 1970. */
  expiresAt: number
  claims: Record<string, unknown>
}

/**
 * Returns the current signing key; verifiers have the public halves of this key and of former keys in their settings.
 */
const signingKey = async (secretId: string) => {
  const { private: key } = JSON.parse(await secret(secretId)) as { private: JWK }
  return { kid: key.kid as string, key: await importJWK(key, tokenAlgorithm) }
}

/** Returns a signed token (RFC 7519) of the characters `A-Z a-z 0-9 - _ .`. Throws 503 if the key cannot be read. */
export const signedToken = async ({ secretId, audience, subject, id, expiresAt, claims }: Token) => {
  const { kid, key } = await signingKey(secretId)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: tokenAlgorithm, kid, typ: tokenType })
    .setIssuer(environment.publicUrl)
    .setAudience(audience)
    .setSubject(subject)
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key)
}
