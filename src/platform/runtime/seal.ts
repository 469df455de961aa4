import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { JWK } from 'jose'

const nonceBytes = 12
const tagBytes = 16

/** A symmetric key (RFC 7518 section 6.4) with its ID. */
export type SealKey = Required<Pick<JWK, 'kty' | 'kid' | 'k'>>

/** Content of a secret with keys. `current` seals and unseals; the next and the previous key only unseal. */
export interface SealKeys {
  current: SealKey
  next?: SealKey
  previous?: SealKey
}

const sealKey = (secret: string) => createHash('sha256').update(secret).digest()

/** Encrypts bytes with a secret; only the same secret and `binding` decrypt them (AES-256-GCM, NIST SP 800-38D). */
export const seal = (secret: string, bytes: Uint8Array, binding: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret), nonce).setAAD(Buffer.from(binding))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts sealed bytes; throws if the secret or the binding differs, or if a byte was changed. */
export const unseal = (secret: string, sealed: Uint8Array, binding: string): Buffer => {
  const bytes = Buffer.from(sealed)
  const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)]
  const decipher = createDecipheriv('aes-256-gcm', sealKey(secret), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(binding)).setAuthTag(rest.subarray(0, tagBytes))
  return Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()])
}
