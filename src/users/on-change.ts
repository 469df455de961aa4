import { files } from '../files/file/file.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { toEmailStatus, users, type EmailStatus } from '../platform/identity/user.ts'
import { emailChanges, refusedAddresses } from './queues.ts'
import { renewAvatar } from './user/avatar-file.ts'

const isRefused = (status: EmailStatus) => status === 'bounced' || status === 'complained'

export const changeHandlers = [
  onChange(users, ({ before, after }) => {
    const isMoved = before && after && before.email !== null && before.email !== after.email
    if (!isMoved || after.erased_at !== null) return []
    return [emailChanges.message({ user_id: after.id, at: after.updated_at })]
  }),

  onChange(users, ({ before, after }) => {
    const status = after && toEmailStatus(after)
    if (!before || !status || !isRefused(status) || toEmailStatus(before) !== 'ok') return []
    const { id: user_id, name, updated_at: at } = after
    return [refusedAddresses.message({ user_id, name, status, at })]
  }),

  onChange(files, async ({ before, after }) => {
    if (before && before.object_id !== after?.object_id) await renewAvatar(before)
    return []
  }),
]
