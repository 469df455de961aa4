import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 bits, for a link or a code that is kept as a hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The SHA-256 of a text: what is kept of a secret, and the S256 challenge of a verifier (RFC 7636 section 4.2). */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
