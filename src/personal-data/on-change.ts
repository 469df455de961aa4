import { startSystemJob } from '../jobs/job/job-start.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { users } from '../platform/identity/user.ts'
import { addRename } from './waiting-renames.ts'

export const changeHandlers = [
  onChange(users, async ({ before, after }) => {
    if (!before || !after || before.name === after.name || after.erased_at !== null) return []
    const { id, version, updated_at: at } = after
    await addRename({ user_id: id, since: version, former_name: before.name, at })
    const cause = `${id}#${version}`
    await startSystemJob({ kind: 'rename', about: 'everybody', cause, at, input: {}, joinsQueued: true })
    return []
  }),
]
