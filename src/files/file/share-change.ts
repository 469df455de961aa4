import type { Actor } from '../../platform/identity/actor.ts'
import { now } from '../../platform/runtime/time.ts'
import type { FileSharing, StoredFile } from './file.ts'

/** The people, not groups, that grants name. */
const peopleIn = (grants: StoredFile['grants']) => grants.flatMap(({ user_id }) => user_id ?? [])

/** Whether somebody has a file by this sharing of it still. */
export const isSharedBy = (file: StoredFile | undefined, { at }: Pick<FileSharing, 'at'>, id: string) =>
  file?.sharings.some((sharing) => sharing.at === at && sharing.user_ids.includes(id)) === true &&
  peopleIn(file.grants).includes(id)

/** The change of `sharings` that comes with new grants: of those who lose the file, and of those who get it. */
export const withSharings = ({ id: by_id }: Actor, current: StoredFile, grants = current.grants) => {
  const user_ids = peopleIn(grants).filter((id) => !peopleIn(current.grants).includes(id))
  const kept = current.sharings.map((sharing) => ({
    ...sharing,
    user_ids: sharing.user_ids.filter((id) => peopleIn(grants).includes(id)),
  }))
  return {
    sharings: [...kept, { user_ids, by_id, at: now() }].filter((sharing) => sharing.user_ids.length > 0),
  }
}

/** The sharings of a change, each with those who get the file by it and those who lose it. */
export const changedSharings = (before: StoredFile | undefined, after: StoredFile | undefined) =>
  [...(before?.sharings ?? []), ...(after?.sharings ?? [])].flatMap((sharing) => {
    const user_ids = sharing.user_ids.filter(
      (id) => isSharedBy(before, sharing, id) !== isSharedBy(after, sharing, id),
    )
    return user_ids.length > 0 ? [{ ...sharing, user_ids }] : []
  })
