import { schedule } from '../../platform/events/schedule.ts'
import { now } from '../../platform/runtime/time.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { certificates, isValid, type StoredCertificate } from '../enrollment/certificate.ts'
import { dueReminders } from '../enrollment/due-reminders.ts'
import { renewalOpensAt } from '../enrollment/duty.ts'
import { certificateReminders, renewalReminders } from '../queues.ts'

/** Returns the reminders of an expiring certificate, each with its time. */
const expiryReminders = ({ id: certificate_id, issued_at, valid_until }: StoredCertificate) => {
  const opens_at = renewalOpensAt(issued_at, valid_until)
  if (opens_at === null || valid_until === null) return []
  return [
    { at: opens_at, message: certificateReminders.message({ certificate_id }) },
    ...dueReminders(valid_until).map(({ at, type, until }) => ({
      at,
      message: renewalReminders.message({ certificate_id, type, until }),
    })),
  ]
}

/**
 * Schedules the reminder of an expiring certificate for the time from which the course can be completed again, and the
 * reminders of the renewal, which is due at the end of the validity.
 */
export const expirySchedule = schedule<StoredCertificate>(expiryReminders)

/**
 * Returns the past reminders of a person's certificates that are still valid. Inactive people are not reminded, so
 * these are sent again on activation; the workers skip those that the person has received.
 */
export const missedExpiryReminders = async (user_id: string) => {
  const held = await readAll(certificates.in('ofUser', { user_id }))
  return held
    .filter(isValid)
    .flatMap(expiryReminders)
    .filter(({ at }) => at <= now())
    .map(({ message }) => message)
}
