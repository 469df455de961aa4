import { randomBytes } from 'node:crypto'
import type { CursorKey, CursorKeys } from '../../src/platform/table/list/cursor.ts'

/** Creates a key; its ID is short, because every cursor contains it. */
const newCursorKey = (): CursorKey => ({
  kty: 'oct',
  kid: randomBytes(6).toString('base64url'),
  k: randomBytes(32).toString('base64url'),
})

export const newCursorKeys = (): CursorKeys => ({ current: newCursorKey() })

/** Steps of a rotation in their order, at least five minutes apart (src/platform/aws/secret.ts). */
export const cursorRotation = {
  /** Publishes the next key before any cursor is sealed with it. */
  announce: ({ current }: CursorKeys): CursorKeys => ({ current, next: newCursorKey() }),
  /** Seals with the next key. The step after this one must wait for as long as clients may continue to read a list. */
  sign: ({ current: previous, next }: CursorKeys): CursorKeys => {
    if (!next) throw new Error('The next key is missing. Announce it first.')
    return { current: next, previous }
  },
  /** Removes all keys except the current one: lists with an older cursor must start over. */
  retire: ({ current }: CursorKeys): CursorKeys => ({ current }),
}
