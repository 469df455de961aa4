import { startWeeklyJobs } from './jobs/job/weekly-jobs.ts'
import { reportDeadLetters } from './platform/events/dead-letters.ts'
import { scheduler } from './platform/events/scheduler.ts'

/** Lambda function that sends scheduled messages, once a minute. It also reports dead letters. */
export const sendScheduledMessages = scheduler(async (span) => {
  await Promise.all([startWeeklyJobs(span), reportDeadLetters(span.until)])
})
