import { createHash, randomBytes } from 'node:crypto'

/** What opens a link in a mail: only the mail has it. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of such a secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
