import { randomBytes } from 'node:crypto'
import type { CursorKey, CursorKeys } from '../src/platform/table/list/cursor.ts'

/** The id goes with every cursor, so it is short. */
const newKey = (): CursorKey => ({
  kty: 'oct',
  kid: randomBytes(6).toString('base64url'),
  k: randomBytes(32).toString('base64url'),
})

export const newCursorKeys = (): CursorKeys => ({ current: newKey() })

/** The steps of a rotation, in their order, each five minutes after the one before (src/platform/aws/secret.ts). */
export const cursorRotation = {
  /** Makes the next key known, before anything is sealed by it. */
  announce: ({ current }: CursorKeys): CursorKeys => ({ current, next: newKey() }),
  /** Seals by the next key. Then wait as long as somebody may go on reading a list. */
  sign: ({ current: previous, next }: CursorKeys): CursorKeys => {
    if (!next) throw new Error('There is no next key. Announce it first.')
    return { current: next, previous }
  },
  /** Forgets all keys but the one that seals: who holds an older cursor begins the list again. */
  retire: ({ current }: CursorKeys): CursorKeys => ({ current }),
}
