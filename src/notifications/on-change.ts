import { onChange } from '../platform/events/dispatcher.ts'
import { noticeMails } from './mail/notice-mail.ts'
import { outgoingNotices } from './queues.ts'

export const changeHandlers = [
  onChange(noticeMails, ({ before, after }) => {
    if (before || !after) return []
    const { user_id, id } = after
    return [outgoingNotices.message({ user_id, id }, 0, user_id)]
  }),
]
