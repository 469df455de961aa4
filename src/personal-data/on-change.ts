import { startSystemJob } from '../jobs/job-start.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { users } from '../platform/identity/user.ts'

export const changeHandlers = [
  onChange(users, async ({ before, after }) => {
    if (!before || !after || before.name === after.name || after.erased_at !== null) return []
    const { id, version, updated_at: at } = after
    const cause = `${id}#${version}`
    await startSystemJob({
      kind: 'rename',
      about: id,
      cause,
      at,
      input: { user_id: id },
      state: { former_name: before.name },
    })
    return []
  }),
]
