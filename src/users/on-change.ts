import { files } from '../files/file/file.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { emailStatusOf, users } from '../platform/identity/user.ts'
import { refusedAddresses } from './queues.ts'
import { renewAvatar } from './user/avatar-file.ts'

export const changeHandlers = [
  onChange(users, ({ before, after }) => {
    const status = after && emailStatusOf(after)
    if (!before || !status || status === 'ok' || emailStatusOf(before) !== 'ok') return []
    const { id: user_id, name, updated_at: at } = after
    return [refusedAddresses.message({ user_id, name, status, at })]
  }),

  onChange(files, async ({ before, after }) => {
    if (before && before.object_id !== after?.object_id) await renewAvatar(before)
    return []
  }),
]
