import { startSystemJob } from './job-start.ts'

/** Returns the latest start of the weekly jobs until a time: Sundays at 02:00 UTC. */
const lastWeeklyStart = (until: Date): Date => {
  const time = new Date(until)
  time.setUTCHours(2, 0, 0, 0)
  time.setUTCDate(time.getUTCDate() - time.getUTCDay())
  if (time > until) time.setUTCDate(time.getUTCDate() - 7)
  return time
}

/** Starts the jobs that no event causes, once per week; once for all weeks of a gap. */
export const startWeeklyJobs = async ({ from, until }: { from: Date; until: Date }): Promise<void> => {
  const time = lastWeeklyStart(until)
  if (time < from) return
  const at = time.toISOString()
  await startSystemJob({ kind: 'address_expiry', about: 'everything', cause: at, at, input: {} })
}
