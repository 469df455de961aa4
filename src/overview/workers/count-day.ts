import { worker, type Worker } from '../../platform/events/worker.ts'
import { storeDay } from '../activity.ts'
import { dayCounts } from '../queues.ts'

/** Counts the recorded actions of a day. */
export const countDay: Worker = worker(dayCounts, {}, ({ day }) => storeDay(day))
