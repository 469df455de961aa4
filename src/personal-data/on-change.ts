import { startSystemJob } from '../jobs/job/job-start.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { groups } from '../platform/identity/group.ts'
import { users } from '../platform/identity/user.ts'
import { addRename } from './waiting-renames.ts'

interface Named {
  id: string
  name: string
  version: number
  updated_at: string
}

const startRename = async (before: Named, { id, name, version, updated_at: at }: Named): Promise<[]> => {
  if (before.name === name) return []
  await addRename({ user_id: id, since: version, former_name: before.name, at })
  const cause = `${id}#${version}`
  await startSystemJob({ kind: 'rename', about: 'everybody', cause, at, input: {}, joinsQueued: true })
  return []
}

export const changeHandlers = [
  onChange(users, ({ before, after }) =>
    before && after?.erased_at === null ? startRename(before, after) : [],
  ),
  onChange(groups, ({ before, after }) => (before && after ? startRename(before, after) : [])),
]
