import { startSystemJob } from '../jobs/job/job-start.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { groups } from '../platform/identity/group.ts'
import { users } from '../platform/identity/user.ts'
import { now } from '../platform/runtime/time.ts'
import { trashEntries, type StoredEntry } from '../platform/trash/entry.ts'
import { contacts, contactType } from '../support/contact/contact.ts'
import { addRename, type Waiting } from './waiting-renames.ts'

interface Named {
  id: string
  name: string
  version: number
  updated_at: string
}

type Rename = Omit<Parameters<typeof addRename>[0], 'holder'>

const startJob = async (rename: Rename, from: Waiting): Promise<void> => {
  const { user_id, since, at } = rename
  await addRename({ ...rename, holder: from })
  const cause = `${user_id}#${since}`
  const named =
    from === 'waiting' ? { about: 'everybody', cause } : { about: from, cause: `${cause}#${from}` }
  await startSystemJob({ kind: 'rename', ...named, at, input: { from }, joinsQueued: true })
}

const startRename = async (before: Named, { id, name, version, updated_at: at }: Named): Promise<[]> => {
  if (before.name === name) return []
  await startJob({ user_id: id, since: version, former_name: before.name, at }, 'waiting')
  return []
}

/**
 * Starts the removal of a deleted group from lists of members and grants: at once, and again in two rounds, which find
 * concurrent writes.
 */
const startRemoval = async ({ id, name, version }: Named): Promise<[]> => {
  const removal = { user_id: id, since: version + 1, former_name: name, is_deleted: true, at: now() }
  await Promise.all([startJob(removal, 'prompt'), startJob(removal, 'waiting')])
  return []
}

/** Starts the replacement of the name of a contact that was permanently deleted. */
const startErasure = async ({ id, title, purge_at }: StoredEntry): Promise<[]> => {
  const since = Math.floor(Date.parse(purge_at) / 1_000)
  await startJob({ user_id: id, since, former_name: title, is_erased: true, at: now() }, 'waiting')
  return []
}

export const changeHandlers = [
  onChange(users, ({ before, after }) =>
    before && after?.erased_at === null ? startRename(before, after) : [],
  ),
  onChange(contacts, ({ before, after }) => (before && after ? startRename(before, after) : [])),
  onChange(trashEntries, ({ before, after }) =>
    after?.type === contactType.type && after.state === 'purging' && before?.state !== 'purging'
      ? startErasure(after)
      : [],
  ),
  onChange(groups, ({ before, after }) => {
    if (!before) return []
    return after ? startRename(before, after) : startRemoval(before)
  }),
]
