import { worker } from '../../platform/events/worker.ts'
import { DueDates, dueQueue, placeSome } from '../due.ts'

/** Calendars follow who may see a project. */
export const handler = worker({ queue: dueQueue, message: DueDates, recursive: true }, placeSome)
