import type { StoredEvent } from '../../calendar/event.ts'
import { schedule } from '../../platform/events/schedule.ts'
import { eventReminders } from '../queues.ts'

const reminderTime = (start_at: string, minutes: number) => Date.parse(start_at) - minutes * 60_000

/** Schedules the reminder of an event; a reminder before the year 0 cannot be stored and is left out. */
export const eventReminderSchedule = schedule<StoredEvent>(({ id, start_at, reminder_minutes }) => {
  if (reminder_minutes === null) return []
  const at = new Date(reminderTime(start_at, reminder_minutes)).toISOString()
  return at.startsWith('-') ? [] : [{ at, message: eventReminders.message({ event_id: id, start_at }) }]
})
