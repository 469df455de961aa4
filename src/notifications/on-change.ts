import { onChange } from '../platform/events/dispatcher.ts'
import { notificationMails } from './mail/notification-mail.ts'
import { outgoingNotifications } from './queues.ts'

export const changeHandlers = [
  onChange(notificationMails, ({ before, after }) => {
    // a mail with a later time of sending is in the schedule
    if (before || !after || after.send_at !== null) return []
    const { user_id, id } = after
    return [outgoingNotifications.message({ user_id, id }, 0, user_id)]
  }),
]
