import { environment } from '../../runtime/environment.ts'
import { invalid } from '../../runtime/problem.ts'
import { seal, unseal, type SealKeys } from '../../runtime/seal.ts'
import { secret } from '../../aws/secret.ts'

const readKeys = async () => JSON.parse(await secret(environment.cursorSecretId)) as SealKeys

/**
 * Seals a position in a list: the cursor reveals nothing, cannot be altered, and opens only with the same `binding`
 * (list, filters and caller). It begins with the ID of the key. Throws 503 if the key cannot be read.
 */
export const sealCursor = async (position: string, binding: string): Promise<string> => {
  const { kid, k } = (await readKeys()).current
  return `${kid}.${seal(k, Buffer.from(position), binding).toString('base64url')}`
}

/**
 * Returns the position in a cursor of this service; throws 422 for any other text, and 503 if the key cannot be read.
 */
export const openCursor = async (cursor: string, binding: string): Promise<string> => {
  const { current, next, previous } = await readKeys()
  const [kid, text = ''] = cursor.split('.', 2)
  try {
    const key = [current, next, previous].find((key) => key !== undefined && key.kid === kid)
    const bytes = Buffer.from(text, 'base64url')
    if (!key || `${kid}.${bytes.toString('base64url')}` !== cursor) throw new Error('not ours')
    return unseal(key.k, bytes, binding).toString()
  } catch {
    throw invalid('cursor', 'must be the next_cursor of a page of this list with the same filters')
  }
}
