import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

const keyOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Bytes that show nothing without the secret and open with the same `binding` only (AES-256-GCM, NIST SP 800-38D). */
export const seal = (secret: string, bytes: Uint8Array, binding: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(binding))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The bytes that were sealed; throws when the secret or the binding is another, or a byte was changed. */
export const unseal = (secret: string, sealed: Uint8Array, binding: string): Buffer => {
  const bytes = Buffer.from(sealed)
  const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)]
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(binding)).setAuthTag(rest.subarray(0, tagBytes))
  return Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()])
}
