import type { Actor } from '../../platform/identity/actor.ts'
import { matchingMembers, granteesOf, holdersOf } from '../../platform/identity/members.ts'
import { users } from '../../platform/identity/user.ts'
import * as z from '../../platform/schema/schema.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { entity, keyBelow } from '../../platform/table/entity.ts'
import { asIndexed, readList, type newestFirst, type PageRequest } from '../../platform/table/list/list.ts'
import type { SharedKindWithRows } from '../../platform/sharing/shared-kind.ts'
import { files, isAbandoned, type StoredFile } from './file.ts'
import { fileKind } from './policy.ts'

/** Index rows of shared files by person or group; lists show the current files. */
export const fileShares = entity({
  name: 'files.share',
  isInternal: true,
  schema: z.object({ user_id: z.string(), file_id: z.string() }),
  ...keyBelow('user_id', users, 'shared-file', ({ file_id }: { file_id: string }) => file_id, 'descending'),
})

/** Files with the rows of the people who have them. */
export const sharedFiles: SharedKindWithRows<StoredFile> = {
  ...fileKind,
  rows: rowsByPerson(fileShares, granteesOf, ({ id: file_id }: StoredFile, user_id) => ({
    user_id,
    file_id,
  })),
  counters: [],
}

/** Returns one page of the current files that other people share with a person, newest or oldest first. */
export const listShared = async (
  user: Pick<Actor, 'id' | 'groups'>,
  page: PageRequest,
  inOrder: typeof newestFirst,
) => {
  const shared = await readList(
    asIndexed(inOrder(holdersOf(user).flatMap((user_id) => fileShares.in('all', { user_id })))),
    page,
  )
  const found = await files.findMany(shared.items.map(({ file_id }) => ({ id: file_id })))
  const items = found.flatMap((file) =>
    file && !isAbandoned(file) && matchingMembers(file.grants, user).length > 0 ? [file] : [],
  )
  return { items, next_cursor: shared.next_cursor }
}
