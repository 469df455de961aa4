import { fanOut } from '../../platform/events/fan-out.ts'
import { syncDueDates } from '../task/due.ts'
import { dueDates } from '../queues.ts'

/** Calendars follow who may see a project. */
export const placeDueDates = fanOut(dueDates, syncDueDates)
