import { startSystemJob } from './job-start.ts'

/** When the service does what it does once a week: on Sundays at two o'clock, UTC. */
const isItsTime = (minute: Date) =>
  minute.getUTCDay() === 0 && minute.getUTCHours() === 2 && minute.getUTCMinutes() === 0

/** Starts the jobs that nobody causes, once for each week. */
export const startWeeklyJobs = async (minute: Date): Promise<void> => {
  if (!isItsTime(minute)) return
  const at = minute.toISOString()
  await startSystemJob({ kind: 'address_expiry', about: 'everything', cause: at, at, input: {} })
}
