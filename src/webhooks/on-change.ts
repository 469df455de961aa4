import { onChange } from '../platform/events/dispatcher.ts'
import { historyEntries } from '../platform/history/entry.ts'
import { deliveryRequests } from './delivery/delivery.ts'
import { eventMessages } from './event/event-messages.ts'
import { deliveryRuns, endedWebhooks } from './queues.ts'
import { webhooks } from './webhook/webhook.ts'

// each history entry is an event (decision 0069)
export const changeHandlers = [
  onChange(historyEntries, ({ before, after }) => (before || !after ? [] : eventMessages(after))),
  onChange(webhooks, ({ before, after }) => {
    if (!before || !after) return []
    const { id: webhook_id, updated_at: at, is_active, off_reason, secret } = after
    const isChanged = is_active !== before.is_active
    // deliveries wait for another secret if the key of the former one was lost
    if (is_active && (isChanged || secret !== before.secret))
      return [deliveryRuns.message({ webhook_id, event: null })]
    return isChanged && off_reason !== null ? [endedWebhooks.message({ webhook_id, at })] : []
  }),
  onChange(deliveryRequests, ({ before, after }) =>
    before || !after ? [] : [deliveryRuns.message({ webhook_id: after.webhook_id, event: null })],
  ),
]
