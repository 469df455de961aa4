import { readyFile } from '../../files/attachment/attachable-files.ts'
import { files, type StoredFile } from '../../files/file/file.ts'
import { objectKey } from '../../files/file/object.ts'
import { users, type Avatar } from '../../platform/identity/user.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { writeItem } from '../../platform/table/table.ts'

const isPicture = ({ content_type }: Pick<StoredFile, 'content_type'>) => content_type.startsWith('image/')

const toAvatar = ({ id, object_id, content_type }: StoredFile): Avatar => ({
  file_id: id,
  object_key: objectKey(id, object_id),
  content_type,
})

/**
 * Returns the avatar for a file, in one round trip. Throws 422 unless it is an image owned by the user, 409 if its
 * bytes have not arrived.
 */
export const chosenAvatar = async (
  user_id: string,
  file_id: string | null | undefined,
): Promise<Avatar | null | undefined> => {
  if (!file_id) return file_id === undefined ? undefined : null
  const file = await files.find({ id: file_id })
  if (file?.owner.id !== user_id || !isPicture(file))
    throw invalid('avatar_file_id', 'must be the ID of an image that belongs to the user')
  return toAvatar(await readyFile(file))
}

/** Updates the avatar of a file's owner after the file's bytes were replaced or the file was removed. */
export const renewAvatar = async (before: StoredFile): Promise<void> => {
  if (!isPicture(before)) return
  const [user, file] = await Promise.all([users.find({ id: before.owner.id }), files.find({ id: before.id })])
  if (user?.avatar?.file_id !== before.id) return
  const avatar = file && isPicture(file) ? toAvatar(file) : null
  await ignoreConflict(() => writeItem(users.toTouch(user, { avatar })))
}
