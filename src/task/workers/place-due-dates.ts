import { worker } from '../../platform/events/worker.ts'
import { DueDates, dueQueue, syncDueDates } from '../due.ts'

/** Calendars follow who may see a project. */
export const placeDueDates = worker({ queue: dueQueue, message: DueDates, recursive: true }, syncDueDates)
