import { beforeEach, describe, expect, test } from 'vitest'
import { cancelJob } from '../../src/jobs/endpoints/cancel-job.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let admin: SignedIn
let person: SignedIn

beforeEach(async () => {
  ;[admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
})

const remove = (id: string, query: { [name: string]: string | boolean } = {}, as = admin) =>
  call(deleteUser, { as, params: { id }, query })

describe('DELETE /users/{id}', () => {
  test('deactivates a person and ends their sessions', async () => {
    const answer = await remove(person.id)

    expect(answer.status).toBe(204)
    expect((await call(readMe, { as: person })).status).toBe(401)
    expect(await made(readUser, { as: admin, params: { id: person.id } })).toMatchObject({
      name: person.name,
      email: person.email,
      is_active: false,
    })
  })

  test('returns 204 again for a deactivated person', async () => {
    await remove(person.id)

    expect((await remove(person.id)).status).toBe(204)
  })

  test('with erase returns the started job and its Location', async () => {
    const { status, body, headers } = await remove(person.id, { erase: true })

    expect(status).toBe(202)
    expect(body).toMatchObject({ kind: 'erasure', status: 'queued' })
    expect(headers['location']).toMatch(new RegExp(`/api/v1/jobs/${body.id}$`))
    expect((await call(readMe, { as: person })).status).toBe(401)
  })

  test('erases a person who was deactivated before', async () => {
    await remove(person.id)

    expect((await remove(person.id, { erase: true })).status).toBe(202)
  })

  test('returns the running erasure to any administrator until it has ended', async () => {
    const [other, successor] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const { body: job } = await remove(person.id, { erase: true })

    const again = await Promise.all([
      remove(person.id, { erase: true }),
      remove(person.id, { erase: true, successor_id: admin.id }, other),
    ])
    const different = await remove(person.id, { erase: true, successor_id: successor.id })
    await made(cancelJob, { as: admin, params: { id: job.id } })
    const { body: next } = await remove(person.id, { erase: true })

    expect(again.map(({ status, body }) => [status, body.id])).toEqual(again.map(() => [202, job.id]))
    expect(different.headers['x-error-code']).toBe('users.being_erased')
    expect(next.id).not.toBe(job.id)
  })

  test('starts one job for concurrent requests', async () => {
    const admins = await Promise.all([1, 2, 3].map(() => signedIn({ role: 'admin' })))

    const answers = await Promise.all(admins.map((as) => remove(person.id, { erase: true }, as)))

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  })

  test('returns 403 to other roles than administrators', async () => {
    const other = await signedIn()

    expect((await remove(other.id, {}, person)).headers['x-error-code']).toBe('auth.role_required')
  })

  test('returns 409 for the caller themselves', async () => {
    expect((await remove(admin.id)).headers['x-error-code']).toBe('users.own_account')
    expect((await remove(admin.id, { erase: true })).headers['x-error-code']).toBe('users.own_account')
  })

  test('returns 404 for an unknown person, even at the limit of jobs', async () => {
    const nobody = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'
    for (let n = 0; n < 3; n += 1) await remove((await signedIn()).id, { erase: true })

    expect((await remove(nobody, { erase: true })).status).toBe(404)
    expect((await remove(person.id, { erase: true })).status).toBe(429)
    expect((await call(readMe, { as: person })).status).toBe(200)
  })

  test('honors If-Match', async () => {
    const headers = { 'If-Match': '"7"' }

    expect((await call(deleteUser, { as: admin, params: { id: person.id }, headers })).status).toBe(412)
  })

  test.each([
    ['one who is nobody', async () => '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'],
    ['the person', async () => person.id],
    [
      'somebody deactivated',
      async () => {
        const gone = await signedIn()
        await made(updateUser, { as: admin, params: { id: gone.id }, body: { is_active: false } })
        return gone.id
      },
    ],
  ])('rejects %s as a successor', async (_, successor) => {
    const { status, detail } = await remove(person.id, { erase: true, successor_id: await successor() })

    expect(status).toBe(422)
    expect(detail).toContain('"successor_id"')
  })

  test('accepts a successor only with an erasure', async () => {
    const { status, detail } = await remove(person.id, { successor_id: admin.id })

    expect(status).toBe(422)
    expect(detail).toBe('"successor_id" is only allowed with "erase=true".')
  })
})
