import type { StoredEvent } from '../../calendar/event.ts'
import { schedule } from '../../platform/events/schedule.ts'
import { eventReminders } from '../queues.ts'

/** Schedules the reminder of an event. */
export const eventReminderSchedule = schedule<StoredEvent>(({ id, start_at, reminder_minutes }) => {
  if (reminder_minutes === null) return []
  const at = new Date(Date.parse(start_at) - reminder_minutes * 60_000).toISOString()
  return [{ at, message: eventReminders.message({ event_id: id, start_at }) }]
})
