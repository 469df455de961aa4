import type { Actor } from '../../platform/identity/actor.ts'
import { now } from '../../platform/runtime/time.ts'
import { toGroupEvents } from '../../notifications/member-events.ts'
import { fileType, type FileSharing, type StoredFile } from './file.ts'

/** Returns the people, without groups, in a list of grants. */
const grantedUserIds = (grants: StoredFile['grants']) => grants.flatMap(({ user_id }) => user_id ?? [])
const grantedGroupIds = (grants: StoredFile['grants']) => grants.flatMap(({ group_id }) => group_id ?? [])

/** Returns true if a person still has a file through this sharing. */
export const isSharedBy = (file: StoredFile | undefined, { at }: Pick<FileSharing, 'at'>, id: string) =>
  file?.sharings.some((sharing) => sharing.at === at && sharing.user_ids.includes(id)) === true &&
  grantedUserIds(file.grants).includes(id)

/**
 * Returns the `sharings` of a file after a change of its grants: without people who lost it, and with people who
 * received it.
 */
export const withSharings = ({ id: by_id }: Actor, current: StoredFile, grants = current.grants) => {
  const [people, groups] = [grantedUserIds(grants), grantedGroupIds(grants)]
  const added = {
    user_ids: people.filter((id) => !grantedUserIds(current.grants).includes(id)),
    group_ids: groups.filter((id) => !grantedGroupIds(current.grants).includes(id)),
  }
  const kept = current.sharings.map((sharing) => ({
    ...sharing,
    user_ids: sharing.user_ids.filter((id) => people.includes(id)),
    group_ids: sharing.group_ids.filter((id) => groups.includes(id)),
  }))
  return {
    sharings: [...kept, { ...added, by_id, at: now() }].filter(
      ({ user_ids, group_ids }) => user_ids.length + group_ids.length > 0,
    ),
  }
}

/** Returns the messages about groups that gain or lose a file through a change. */
export const toShareEvents = (before: StoredFile | undefined, after: StoredFile | undefined) => {
  const fileSharings = (file: StoredFile | undefined) => file?.sharings ?? []
  const times = new Map([...fileSharings(before), ...fileSharings(after)].map((one) => [one.at, one]))
  const listed = (file: StoredFile | undefined, at: string) =>
    fileSharings(file).flatMap((one) =>
      one.at === at ? one.group_ids.map((group_id) => ({ user_id: null, group_id })) : [],
    )
  const { id } = (after ?? before) as StoredFile
  const former_ids = grantedGroupIds(before?.grants ?? [])
  return [...times.values()].flatMap(({ by_id, at }) => {
    const event = { notice: 'file_shared', type: fileType.type, id, by_id, at } as const
    return toGroupEvents(listed(before, at), listed(after, at), event, former_ids)
  })
}

/** Returns the sharings affected by a change, each with the people who gain or lose the file. */
export const changedSharings = (before: StoredFile | undefined, after: StoredFile | undefined) =>
  [...(before?.sharings ?? []), ...(after?.sharings ?? [])].flatMap((sharing) => {
    const user_ids = sharing.user_ids.filter(
      (id) => isSharedBy(before, sharing, id) !== isSharedBy(after, sharing, id),
    )
    return user_ids.length > 0 ? [{ ...sharing, user_ids }] : []
  })
