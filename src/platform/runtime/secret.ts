import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 bits, for a link or a code that is kept as a hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret, and the S256 challenge of a verifier (RFC 7636 section 4.2). */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
