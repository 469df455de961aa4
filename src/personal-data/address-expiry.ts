import { addressMilliseconds } from '../history/presented-entry.ts'
import type { JobStep } from '../jobs/job-worker.ts'
import type { StoredJob } from '../jobs/job/job.ts'
import type { Origin } from '../platform/runtime/origin.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { equals } from '../platform/table/condition.ts'
import type { Item } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'
import { passTable } from './table-pass.ts'

const itemOrigin = (item: Item) => item['origin'] as Origin | undefined

const expire = async (item: Item): Promise<string | undefined> => {
  const before = itemOrigin(item) as Origin
  const { address: _, ...origin } = before
  const write = writeItem({
    key: { pk: item.pk, sk: item.sk },
    change: { set: [['origin', origin]] },
    require: [equals('origin', before)],
  })
  return ignoreConflict(() => write.then(() => 'expired'))
}

/** Runs a step of the job that removes the network address of the last write from items, after its retention. */
export const expireAddresses = (job: StoredJob, until: number): Promise<JobStep> => {
  const since = Date.now() - addressMilliseconds
  return passTable(job, until, {
    wants: (item) => {
      const origin = itemOrigin(item)
      return origin?.address !== undefined && origin.at < since
    },
    visit: expire,
    rounds: 1,
  })
}
