import { schedule } from '../../platform/events/schedule.ts'
import type { StoredCertificate } from '../enrollment/certificate.ts'
import { dueReminders } from '../enrollment/due-reminders.ts'
import { renewalOpensAt } from '../enrollment/duty.ts'
import { certificateReminders, renewalReminders } from '../queues.ts'

/**
 * Schedules the reminder of an expiring certificate for the time from which the course can be completed again, and the
 * reminders of the renewal, which is due at the end of the validity.
 */
export const expirySchedule = schedule<StoredCertificate>(
  ({ id: certificate_id, issued_at, valid_until }) => {
    const opens_at = renewalOpensAt(issued_at, valid_until)
    if (opens_at === null || valid_until === null) return []
    return [
      { at: opens_at, message: certificateReminders.message({ certificate_id }) },
      ...dueReminders(valid_until).map(({ at, type, until }) => ({
        at,
        message: renewalReminders.message({ certificate_id, type, until }),
      })),
    ]
  },
)
