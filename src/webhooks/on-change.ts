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
    if (!before || !after || before.is_active === after.is_active) return []
    const { id: webhook_id, updated_at: at, off_reason } = after
    if (after.is_active) return [deliveryRuns.message({ webhook_id, event: null })]
    return off_reason === null ? [] : [endedWebhooks.message({ webhook_id, at })]
  }),
  onChange(deliveryRequests, ({ before, after }) =>
    before || !after ? [] : [deliveryRuns.message({ webhook_id: after.webhook_id, event: null })],
  ),
]
