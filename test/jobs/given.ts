import { vi } from 'vitest'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { erasePerson } from '../../src/personal-data/workers/erase-person.ts'
import { renamePerson } from '../../src/personal-data/workers/rename-person.ts'
import type { Worker } from '../../src/platform/events/worker.ts'
import { call } from '../support/call.ts'
import { handTo } from '../support/messages.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Delivers a message of a job to its worker once; returns true if it succeeds. */
export const deliver = async (worker: Worker, job_id: string): Promise<boolean> =>
  (await handTo(worker, { job_id })).batchItemFailures.length === 0

/** Time longer than the pause of a job between its rounds, in milliseconds. */
const restMilliseconds = 200_000

/** Time by which the clock was advanced: later pauses begin from there. */
let ahead = 0

/** Returns the current time for jobs, after all skipped pauses of this process. */
export const timeOfJobs = (): number => Date.now() + ahead

/** Runs work after the pause of a job. */
const afterPause = async (work: () => Promise<unknown>) => {
  ahead += restMilliseconds
  vi.useFakeTimers({ toFake: ['Date'], now: timeOfJobs() })
  try {
    await work()
  } finally {
    vi.useRealTimers()
  }
}

/** Runs a job to its end, skipping its pause. */
const finish = async (worker: Worker, job_id: string) => {
  await settle()
  await afterPause(async () => {
    await deliver(worker, job_id)
    await settle()
  })
}

export const finishErasure = (job: { id: string }) => finish(erasePerson, job.id)
export const finishRename = (id: string) => finish(renamePerson, id)

/** Starts the erasure of a person. */
export const startErasure = async (admin: SignedIn, person?: SignedIn, successor?: SignedIn) => {
  const { id } = person ?? (await signedIn())
  const query = { erase: true, successor_id: successor?.id }
  return call(deleteUser, { as: admin, params: { id }, query })
}

/** Runs the last round of a rename before any other change is processed. */
export const finishRound = (id: string) => afterPause(() => deliver(renamePerson, id))
