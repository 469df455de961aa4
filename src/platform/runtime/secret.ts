import { createHash, randomBytes } from 'node:crypto'

/** Returns a secret of 256 bits, for a link or a code that is stored only as a hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Returns the SHA-256 of a text in base64url: the stored form of a secret, and the S256 challenge of a verifier (RFC
 * 7636 section 4.2).
 */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('base64url')
