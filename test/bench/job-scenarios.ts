import { randomUUID } from 'node:crypto'
import { jobs } from '../../src/jobs/job/job.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { startErasure } from '../jobs/given.ts'
import { signedIn } from '../support/people.ts'
import type { Scenario } from './scenarios.ts'

const givenJob = async () => {
  const as = await signedIn({ role: 'admin' })
  const { body } = await startErasure(as)
  return { as, params: { id: body.id as string } }
}

const givenJobs = async (count: number) => {
  const as = await signedIn({ role: 'admin' })
  const owner = as.id
  const made = Array.from({ length: count }, () =>
    jobs.make({ kind: 'erasure', user_id: owner, owner, input: {} }),
  )
  await writeBatch(made.map(jobs.itemOf), [])
  return as
}

const pageOf = (limit: number): Scenario => ({
  endpoint: 'jobs-list-jobs',
  of: `page of ${limit}`,
  trips: 1,
  given: async () => {
    const as = await givenJobs(limit + 1)
    return () => ({ as, query: { limit } })
  },
})

/** Creates two people, one of whom deletes the other. */
const givenDeletion =
  (query: object = {}) =>
  async () =>
  async () => {
    const [as, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    return { as, params: { id: person.id }, query: { ...query } }
  }

/** Scenarios of jobs, and of deleting people. */
export const jobScenarios: Scenario[] = [
  { endpoint: 'users-delete-user', trips: 2, isOnce: true, given: givenDeletion() },
  {
    endpoint: 'users-delete-user',
    of: 'erased',
    trips: 2,
    isOnce: true,
    given: givenDeletion({ erase: true }),
  },
  pageOf(1),
  pageOf(100),
  {
    endpoint: 'jobs-read-job',
    trips: 1,
    given: async () => {
      const job = await givenJob()
      return () => job
    },
  },
  {
    endpoint: 'undo-create-undo-job',
    trips: 2,
    isOnce: true,
    given: async () => async () => ({ as: await signedIn(), body: { token_id: randomUUID() } }),
  },
  {
    endpoint: 'jobs-cancel-job',
    trips: 2,
    exception: { trips: 3, because: 'the open jobs of its owner are known when it was read' },
    isOnce: true,
    given: async () => givenJob,
  },
]
