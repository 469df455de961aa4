import { onChange } from '../platform/events/dispatcher.ts'
import { mails } from './mail.ts'
import { outgoing } from './queues.ts'

export const changeHandlers = [
  onChange(mails, ({ before, after }) => {
    if (before || !after) return []
    const { user_id, id } = after
    return [outgoing.message({ user_id, id })]
  }),
]
