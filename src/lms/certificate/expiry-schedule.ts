import { schedule } from '../../platform/events/schedule.ts'
import type { StoredCertificate } from '../enrollment/certificate.ts'
import { renewalOpensAt } from '../enrollment/duty.ts'
import { certificateReminders } from '../queues.ts'

/** Schedules the reminder of an expiring certificate for the time from which the course can be completed again. */
export const expirySchedule = schedule<StoredCertificate>(({ id, issued_at, valid_until }) => {
  const at = renewalOpensAt(issued_at, valid_until)
  return at === null ? [] : [{ at, message: certificateReminders.message({ certificate_id: id }) }]
})
