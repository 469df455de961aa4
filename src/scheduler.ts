import { startWeeklyJobs } from './jobs/job/weekly-jobs.ts'
import { reportDeadLetters } from './platform/events/dead-letters.ts'
import { scheduler } from './platform/events/scheduler.ts'

/** The Lambda that sends what was scheduled, once a minute. It also looks after dead letters. */
export const sendScheduledMessages = scheduler(async (span) => {
  await Promise.all([startWeeklyJobs(span), reportDeadLetters(span.until)])
})
