import { users, type StoredUser } from '../../platform/identity/user.ts'
import { credentials } from '../../users/credentials.ts'
import { directoryKeys } from '../directory-key.ts'
import { isInDirectory } from './scim-user.ts'

/** A UUID; a directory may ask for any text. */
export const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The person with an id; throws 404 for whom the directory does not see. */
export const getUser = async (id: string): Promise<StoredUser> => {
  const user = uuid.test(id) ? await users.find({ id: id.toLowerCase() }) : undefined
  if (!user || !isInDirectory(user)) throw users.absent()
  return user
}

/** Whose keys these are, whom the directory has removed among them. */
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
