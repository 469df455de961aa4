import { onChange } from '../platform/events/dispatcher.ts'
import { noticeMails } from './mail/notice-mail.ts'
import { outgoingNotices } from './queues.ts'

export const changeHandlers = [
  onChange(noticeMails, ({ before, after }) => {
    // a mail with a later time of sending is in the schedule
    if (before || !after || after.send_at !== null) return []
    const { user_id, id } = after
    return [outgoingNotices.message({ user_id, id }, 0, user_id)]
  }),
]
