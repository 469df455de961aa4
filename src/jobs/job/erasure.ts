import { onOwnErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { isEnded, jobs } from './job.ts'

export const jobErasure: KindErasure = { handlers: [onOwnErasure(jobs, isEnded)] }
