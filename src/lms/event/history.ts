import { EventInput, eventType, events } from '../../calendar/event.ts'
import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'

export const eventHistory: ResourceHistory = {
  changes: [
    historyOf(events, {
      type: eventType.type,
      fields: { ...editable(EventInput.shape), course_id: 'value' },
      removed: 'kept',
    }),
  ],
}
