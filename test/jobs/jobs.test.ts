import { beforeEach, describe, expect, test } from 'vitest'
import { cancelJob } from '../../src/jobs/endpoints/cancel-job.ts'
import { listJobs } from '../../src/jobs/endpoints/list-jobs.ts'
import { readJob } from '../../src/jobs/endpoints/read-job.ts'
import { failJob } from '../../src/jobs/job/changes.ts'
import { jobs } from '../../src/jobs/job/job.ts'
import { erasePerson } from '../../src/personal-data/workers/erase-person.ts'
import { renamePerson } from '../../src/personal-data/workers/rename-person.ts'
import type { Worker } from '../../src/platform/events/worker.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { jobOf, rename } from '../personal-data/given.ts'
import { made } from '../support/given.ts'
import { functionOf, recordOf } from '../support/messages.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deliver, finishErasure, startErasure } from './given.ts'

let admin: SignedIn

beforeEach(async () => {
  admin = await signedIn({ role: 'admin' })
})

const started = async (as = admin) => (await startErasure(as)).body
const read = (job: { id: string }, as = admin) => made(readJob, { as, params: { id: job.id } })
const cancel = (job: { id: string }, as = admin) => call(cancelJob, { as, params: { id: job.id } })

describe('GET /jobs/{id}', () => {
  test('returns a queued job to the person who started it', async () => {
    const job = await started()

    expect(await read(job)).toEqual({
      id: job.id,
      kind: 'erasure',
      status: 'queued',
      progress: 0,
      stage: null,
      counts: {},
      result: null,
      report: null,
      error: null,
      created_at: job.created_at,
      finished_at: null,
    })
  })

  test('returns a job while it runs and after it has ended', async () => {
    const job = await started()

    await settle()
    expect(await read(job)).toMatchObject({ status: 'running', progress: 50, finished_at: null })

    await finishErasure(job)
    expect(await read(job)).toMatchObject({
      status: 'completed',
      progress: 100,
      stage: null,
      finished_at: expect.any(String),
    })
  })

  test('returns 404 to other people, but not to administrators', async () => {
    const job = await started()
    const [other, colleague] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])

    expect((await call(readJob, { as: colleague, params: { id: job.id } })).status).toBe(404)
    expect((await call(readJob, { as: other, params: { id: job.id } })).status).toBe(200)
  })
})

describe('GET /jobs', () => {
  test('lists the caller’s jobs, newest first', async () => {
    const [first, second] = [await started(), await started()]
    await started(await signedIn({ role: 'admin' }))

    const { items } = await made(listJobs, { as: admin })

    expect(items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  })

  test('lists everyone’s jobs only for administrators', async () => {
    const job = await started(await signedIn({ role: 'admin' }))

    const { items } = await made(listJobs, { as: admin, query: { all: true } })
    const refused = await call(listJobs, { as: await signedIn(), query: { all: true } })

    expect(items.map(({ id }: { id: string }) => id)).toContain(job.id)
    expect(refused.headers['x-error-code']).toBe('jobs.admin_only')
  })
})

describe('POST /jobs/{id}/cancel', () => {
  test('ends a job permanently', async () => {
    const job = await started()
    await settle()

    const answer = await cancel(job)
    await finishErasure(job)

    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({ status: 'cancelled', finished_at: expect.any(String) })
    expect(await read(job)).toMatchObject({ status: 'cancelled', progress: 50 })
  })

  test('returns 409 if the job has ended, and 404 to other people', async () => {
    const job = await started()
    const stranger = await cancel(job, await signedIn())
    await cancel(job)

    expect(stranger.status).toBe(404)
    expect((await cancel(job)).headers['x-error-code']).toBe('jobs.ended')
  })
})

describe('Queue of jobs of one kind', () => {
  test('runs jobs by one person one after the other', async () => {
    const [first, second] = [await started(), await started()]
    await settle()
    expect(await read(second)).toMatchObject({ status: 'queued' })

    await cancel(first)
    await settle()

    expect(await read(second)).toMatchObject({ status: 'running' })
  })

  test('runs jobs by different people concurrently', async () => {
    const other = await signedIn({ role: 'admin' })
    const [first, second] = [await started(), await started(other)]

    await settle()

    expect(await read(first)).toMatchObject({ status: 'running' })
    expect(await read(second, other)).toMatchObject({ status: 'running' })
  })
})

describe('Limit of jobs per person', () => {
  test('rejects the fourth job, and does not count ended ones', async () => {
    const [first] = [await started(), await started(), await started()]

    const fourth = await startErasure(admin)
    await cancel(first)
    const fifth = await startErasure(admin)

    expect(fourth.status).toBe(429)
    expect(fourth.headers).toMatchObject({ 'retry-after': '60', 'x-error-code': 'jobs.too_many' })
    expect(fourth.detail).toContain('LIMIT_JOBS')
    expect(fifth.status).toBe(202)
  })

  test('accepts exactly three of 20 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => startErasure(admin)))

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
  })

  test.each([
    ['does not apply if it is 0', '0', [202, 202, 202, 202]],
    ['has its default if it is empty', '', [202, 202, 202, 429]],
  ])('%s', async (_, limit, statuses) => {
    process.env['LIMIT_JOBS'] = limit
    const answers = await Promise.all(Array.from({ length: 4 }, () => startErasure(admin))).finally(
      () => delete process.env['LIMIT_JOBS'],
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(statuses)
  })

  test('names a maximum of one without a plural', async () => {
    process.env['LIMIT_JOBS'] = '1'
    const { status } = await startErasure(admin)
    const { detail } = await startErasure(admin).finally(() => delete process.env['LIMIT_JOBS'])

    expect([status, detail]).toEqual([
      202,
      'The maximum number of running jobs for one person is 1 (LIMIT_JOBS); wait until a job has ended, or cancel one.',
    ])
  })
})

describe('Job', () => {
  test('ends with the same outcome if each message is delivered twice', async () => {
    const job = await started()

    await settle({ deliveries: 2 })
    await Promise.all([deliver(erasePerson, job.id), deliver(erasePerson, job.id)])
    expect(await read(job)).toMatchObject({ status: 'running', progress: 50 })

    await finishErasure(job)
    expect(await read(job)).toMatchObject({ status: 'completed' })
  })

  test('ends when the person who started it is deactivated', async () => {
    const job = await started()
    const other = await signedIn({ role: 'admin' })
    await made(updateUser, { as: other, params: { id: admin.id }, body: { is_active: false } })

    await settle()

    expect(await read(job, other)).toMatchObject({
      status: 'cancelled',
      error: 'The person who started the job was deactivated.',
    })
  })

  test('fails when its worker gives up, and the next one runs', async () => {
    const [first, second] = [await started(), await started()]

    await failJob(first.id)
    await settle()

    expect(await read(first)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^\w.*\.$/) })
    expect(await read(second)).toMatchObject({ status: 'running' })
  })

  /** Delivers a job to its worker in a message with this delivery count. */
  const deliverAgain = (worker: Worker, job_id: string, delivery: number) =>
    functionOf(worker)({ Records: [recordOf({ kind: worker.kind, body: { job_id } }, delivery)] })

  test.each([
    [60, 'running'],
    [61, 'failed'],
  ])('stays in retry for an hour: at delivery %i it is %s', async (delivery, status) => {
    const job = await started()

    await deliverAgain(erasePerson, job.id, delivery)

    expect(await read(job)).toMatchObject({ status })
  })

  test('continues after any number of failures if the service started it', async () => {
    const id = jobOf(await rename(await signedIn(), 'Ada After'))
    await settle()

    const { batchItemFailures } = await deliverAgain(renamePerson, id, 61)

    expect(batchItemFailures).toEqual([])
    expect(await jobs.find({ id })).toMatchObject({ status: 'running' })
  })
})
