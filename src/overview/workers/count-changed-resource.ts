import { worker, type Worker } from '../../platform/events/worker.ts'
import { countedChanges } from '../queues.ts'
import { countResource } from '../resource-counts.ts'

/** Counts a changed resource. */
export const countChangedResource: Worker = worker(countedChanges, {}, countResource)
