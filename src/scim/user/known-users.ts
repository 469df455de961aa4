import { users, type StoredUser } from '../../platform/identity/user.ts'
import { credentials } from '../../users/credentials.ts'
import { directoryKeys } from '../directory-key.ts'
import { isInDirectory } from './scim-user.ts'

/** Matches a UUID; a directory may request any text. */
export const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns the person with an ID; throws 404 if the directory does not see them. */
export const getUser = async (id: string): Promise<StoredUser> => {
  const user = uuid.test(id) ? await users.find({ id: id.toLowerCase() }) : undefined
  if (!user || !isInDirectory(user)) throw users.absent()
  return user
}

/** Returns the people with these keys, including those whom the directory has removed. */
export const findKnown = async (
  keys: { kind: string; value: string }[],
  email?: string,
): Promise<StoredUser[]> => {
  const [found, entry] = await Promise.all([
    directoryKeys.findMany(keys),
    email === undefined ? undefined : credentials.find({ email }),
  ])
  const ids = new Set([...found.flatMap((key) => key?.id ?? []), ...(entry ? [entry.user_id] : [])])
  return (await users.findMany([...ids].map((id) => ({ id })))).filter((user) => user !== undefined)
}
