import { environment } from './environment.ts'
import { invalid } from './problem.ts'
import { seal, unseal } from './sealing.ts'

/**
 * Seals a position in a list, so that it shows nothing, cannot be altered, and opens only with the same `binding`: the
 * list, its filters and the caller.
 */
export const sealCursor = (position: string, binding: string): string =>
  seal(environment.cursorKey, Buffer.from(position), binding).toString('base64url')

/** The position in a cursor of ours; throws 422 for any other. */
export const openCursor = (cursor: string, binding: string): string => {
  try {
    const bytes = Buffer.from(cursor, 'base64url')
    if (bytes.toString('base64url') !== cursor) throw new Error('not canonical')
    return unseal(environment.cursorKey, bytes, binding).toString()
  } catch {
    throw invalid('cursor', 'must be the next_cursor of a page of this list with the same filters')
  }
}
