import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccessToken } from '../../src/auth/endpoints/delete-access-token.ts'
import { readJob } from '../../src/jobs/endpoints/read-job.ts'
import { createUndoJob } from '../../src/undo/endpoints/create-undo-job.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { givenToken } from '../support/given-token.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changesBy } from './given.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

const start = (as: SignedIn, body: BodyOf<typeof createUndoJob>) => call(createUndoJob, { as, body })

/** Starts a job and returns it once it has ended. */
const ended = async (as: SignedIn, body: BodyOf<typeof createUndoJob>) => {
  const { status, body: job } = await start(as, body)
  expect(status).toBe(202)
  await settle()
  return made(readJob, { as, params: { id: job.id } })
}

/** Creates a private space of Ada, and a program of hers that shares it with Bob and adds a page. */
const givenProgram = async () => {
  const space = await givenSpace(ada, { visibility: 'private' })
  const program = await givenToken(ada)
  const members = [{ user_id: bob.id, permission: 'read' as const }]
  await made(updateSpace, { as: program, params: { id: space.id }, body: { members } })
  const page = await givenPage(program, space)
  await settle()
  return { space, program, page, source: { token_id: program.token_id } }
}

const membersOf = async (space: { id: string }) =>
  (await made(readSpace, { as: ada, params: { id: space.id } })).members.length

const statusOf = async (page: { id: string }) =>
  (await call(readPage, { as: ada, params: { id: page.id } })).status

describe('POST /undo', () => {
  test('undoes changes by a token, but no other changes by its person', async () => {
    const { space, page, source } = await givenProgram()
    const own = await givenPage(ada, space)

    const job = await ended(ada, source)

    expect(job).toMatchObject({ kind: 'undo', status: 'completed', counts: { left: 0 } })
    expect(job.report).toMatchObject({ undone: { length: job.counts['undone'] } })
    expect([await statusOf(page), await statusOf(own), await membersOf(space)]).toEqual([404, 200, 0])
    expect(await changesBy(ada)).toContainEqual(
      expect.objectContaining({ action: 'wiki_page.deleted', via: 'job', job_id: job.id }),
    )
  })

  test('reports in a dry run what would be undone, and who would lose access', async () => {
    const { space, page, source } = await givenProgram()

    const { report } = await ended(ada, { ...source, dry_run: true })

    expect(report).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ action: 'deleted', id: page.id })]),
      audience: { loses: expect.arrayContaining([{ id: bob.id, name: bob.name }]) },
      truncated: false,
    })
    expect([await statusOf(page), await membersOf(space)]).toEqual([200, 1])
  })

  test('leaves a change with a reason if it was changed since', async () => {
    const { space, page, source } = await givenProgram()
    const members = [{ user_id: bob.id, permission: 'admin' as const }]
    await made(updateSpace, { as: ada, params: { id: space.id }, body: { members } })

    const { report } = await ended(ada, source)

    expect(report!.left).toMatchObject([{ reason: expect.stringContaining('has been changed since') }])
    expect([await statusOf(page), await membersOf(space)]).toEqual([404, 1])
  })

  test('undoes only changes since a time', async () => {
    const { space, program, page, source } = await givenProgram()
    const since = new Date().toISOString()
    await made(updatePage, { as: program, params: { id: page.id }, body: { title: 'Taken over' } })

    await ended(ada, { ...source, since })

    const { title } = await made(readPage, { as: ada, params: { id: page.id } })
    expect([title, await membersOf(space)]).toEqual([page.title, 1])
  })

  test('undoes more changes than one step of the job', async () => {
    const { program, page, source } = await givenProgram()
    for (let edit = 0; edit < 10; edit++)
      await made(updatePage, { as: program, params: { id: page.id }, body: { title: `Edit ${edit}` } })

    const { counts } = await ended(ada, source)

    expect(counts).toMatchObject({ undone: expect.any(Number), left: 0 })
    expect(counts.undone).toBeGreaterThan(10)
    expect(await statusOf(page)).toBe(404)
  })

  test('undoes changes by a job, such as an undo', async () => {
    const { page, source } = await givenProgram()
    const job = await ended(ada, source)

    await ended(ada, { job_id: job.id })

    expect(await statusOf(page)).toBe(200)
  })

  test("lets administrators undo changes by another person's deleted token", async () => {
    const { page, source } = await givenProgram()
    const admin = await signedIn({ role: 'admin' })
    await made(deleteAccessToken, { as: ada, params: { id: source.token_id } })

    await ended(admin, { ...source, user_id: ada.id })

    expect(await statusOf(page)).toBe(404)
  })

  test('returns 403 to other people and to programs', async () => {
    const { program, source } = await givenProgram()

    const answers = [await start(bob, { ...source, user_id: ada.id }), await start(program, source)]

    expect(answers.map(({ headers }) => headers['x-error-code'])).toEqual([
      'auth.role_required',
      'auth.session_required',
    ])
  })

  test.each([
    ['neither a token nor a job', {}],
    ['both', { token_id: randomUUID(), job_id: randomUUID() }],
    ['a job that nobody has', { job_id: randomUUID() }],
    ['no time', { token_id: randomUUID(), since: 'today' }],
  ])('rejects %s', async (_, body) => {
    expect((await start(ada, body)).status).toBe(422)
  })
})
