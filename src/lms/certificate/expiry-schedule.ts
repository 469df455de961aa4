import { schedule } from '../../platform/events/schedule.ts'
import type { StoredCertificate } from '../enrollment/certificate.ts'
import { renewalOpensAt } from '../enrollment/duty.ts'
import { certificateReminders } from '../queues.ts'

/** Schedules the reminder of a certificate that expires, at the time from which its course may be completed again. */
export const expirySchedule = schedule<StoredCertificate>(({ id, issued_at, valid_until }) => {
  const at = renewalOpensAt(issued_at, valid_until)
  return at === null ? [] : [{ at, message: certificateReminders.message({ certificate_id: id }) }]
})
