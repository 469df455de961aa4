import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { environment } from './environment.ts'
import { invalid } from './problem.ts'

const key = () => createHash('sha256').update(environment.cursorKey).digest()

/**
 * Seals a position in a list (AES-256-GCM), so that it shows nothing, cannot be altered, and opens only with the same
 * `binding`: the list, its filters and the caller.
 */
export const sealCursor = (position: string, binding: string): string => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(binding))
  const sealed = Buffer.concat([cipher.update(position, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The position in a cursor of ours; throws 422 for any other. */
export const openCursor = (cursor: string, binding: string): string => {
  try {
    const bytes = Buffer.from(cursor, 'base64url')
    if (bytes.toString('base64url') !== cursor) throw new Error('not canonical')
    const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    throw invalid('cursor', 'must be the next_cursor of a page of this list with the same filters')
  }
}
