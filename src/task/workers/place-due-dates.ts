import { fanOut } from '../../platform/events/fan-out.ts'
import { syncDueDates } from '../task/due.ts'
import { dueDates } from '../queues.ts'

/** Updates calendars after the readers of a project change. */
export const placeDueDates = fanOut(dueDates, syncDueDates)
