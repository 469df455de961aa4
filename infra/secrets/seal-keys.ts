import { randomBytes } from 'node:crypto'
import type { SealKey, SealKeys } from '../../src/platform/runtime/seal.ts'

/** Creates a key; its ID is short, because every cursor contains it. */
const newSealKey = (): SealKey => ({
  kty: 'oct',
  kid: randomBytes(6).toString('base64url'),
  k: randomBytes(32).toString('base64url'),
})

export const newSealKeys = (): SealKeys => ({ current: newSealKey() })

/** Steps of a rotation in their order, at least five minutes apart (src/platform/aws/secret.ts). */
export const sealRotation = {
  /** Publishes the next key before anything is sealed with it. */
  announce: ({ current, previous }: SealKeys): SealKeys => {
    if (previous) throw new Error('The previous key still unseals. Retire it first.')
    return { current, next: newSealKey() }
  },
  /**
   * Seals with the next key, in all functions after five minutes. The secrets of webhooks must be replaced then. The
   * next step must wait for a day after that, and for as long as clients may continue to read a list.
   */
  sign: ({ current: previous, next }: SealKeys): SealKeys => {
    if (!next) throw new Error('The next key is missing. Announce it first.')
    return { current: next, previous }
  },
  /** Removes all keys except the current one: what they have sealed is lost. */
  retire: ({ current }: SealKeys): SealKeys => ({ current }),
}
