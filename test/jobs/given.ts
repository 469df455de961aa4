import { vi } from 'vitest'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { erasePerson } from '../../src/personal-data/workers/erase-person.ts'
import { renamePerson } from '../../src/personal-data/workers/rename-person.ts'
import type { Worker } from '../../src/platform/events/worker.ts'
import { call } from '../support/call.ts'
import { handTo } from '../support/messages.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Has a worker continue with a job once, as a message of its queue would; true when it succeeded. */
export const deliver = async (worker: Worker, job_id: string): Promise<boolean> =>
  (await handTo(worker, { job_id })).batchItemFailures.length === 0

/** Longer than a job rests between its rounds, in milliseconds. */
const restMilliseconds = 200_000

/** How far the clock was put ahead: what rested then rests until later still. */
let ahead = 0

/** The present time of jobs, for which the rests of all of them in this process were skipped. */
export const timeOfJobs = (): number => Date.now() + ahead

/** Lets a job run to its end; the time of its rest is skipped. */
const finish = async (worker: Worker, job_id: string) => {
  await settle()
  ahead += restMilliseconds
  vi.useFakeTimers({ toFake: ['Date'], now: timeOfJobs() })
  try {
    await deliver(worker, job_id)
    await settle()
  } finally {
    vi.useRealTimers()
  }
}

export const finishErasure = (job: { id: string }) => finish(erasePerson, job.id)
export const finishRename = (id: string) => finish(renamePerson, id)

/** An erasure that somebody has started, of somebody. */
export const startErasure = async (admin: SignedIn, person?: SignedIn, successor?: SignedIn) => {
  const { id } = person ?? (await signedIn())
  const query = { erase: true, successor_id: successor?.id }
  return call(deleteUser, { as: admin, params: { id }, query })
}
