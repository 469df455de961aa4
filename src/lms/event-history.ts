import { eventType, events } from '../calendar/event.ts'
import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'

export const eventHistory: ResourceHistory = {
  changes: [
    historyOf(events, {
      type: eventType.type,
      fields: {
        title: 'value',
        description: 'value',
        start_at: 'value',
        end_at: 'value',
        all_day: 'value',
        timezone: 'value',
        location: 'value',
        url: 'value',
        type: 'value',
        course_id: 'value',
      },
      keepsRemoved: true,
    }),
  ],
  undo: [
    {
      type: eventType.type,
      read: 'lms_read_event',
      update: 'lms_update_event',
      fields: {
        title: {},
        description: {},
        start_at: {},
        end_at: {},
        all_day: {},
        timezone: {},
        location: {},
        url: {},
        type: {},
      },
      remove: 'lms_delete_event',
      putBack: 'lms_put_back_event',
    },
  ],
}
