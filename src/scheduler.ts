import { startWeeklyJobs } from './jobs/weekly-jobs.ts'
import { scheduler } from './platform/events/scheduler.ts'

/** The Lambda that sends what was scheduled, once a minute. */
export const sendScheduledMessages = scheduler(startWeeklyJobs)
