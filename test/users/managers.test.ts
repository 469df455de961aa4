import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let admin: SignedIn

beforeAll(async () => {
  admin = await signedIn({ role: 'admin' })
})

const report = (person: { id: string }, manager_id: string | null, as = admin) =>
  call(updateUser, { as, params: { id: person.id }, body: { manager_id } })

const givenService = () => {
  const email = `${randomUUID()}@example.com`
  return made(createUser, { as: admin, body: { email, name: 'Robot', type: 'service' } })
}

/** Creates people who each report to the next one. */
const givenLine = async (length: number) => {
  const line = await Promise.all(Array.from({ length }, () => signedIn()))
  for (const [index, manager] of line.slice(1).entries()) await report(line[index] as SignedIn, manager.id)
  return line as [SignedIn, ...SignedIn[]]
}

describe('PUT /users/{id} with a manager', () => {
  test('shows the manager of a person to everyone until it is removed', async () => {
    const [person, manager] = (await givenLine(2)) as [SignedIn, SignedIn]
    const expected = { manager_id: manager.id, manager: { id: manager.id, name: manager.name } }

    expect(await made(readMe, { as: person })).toMatchObject(expected)
    expect(await made(readUser, { as: manager, params: { id: person.id } })).toMatchObject(expected)
    const { items } = await made(listUsers, { as: manager, query: { ids: person.id } })
    expect(items).toMatchObject([expected])
    const { body } = await report(person, null)
    expect(body).toMatchObject({ manager_id: null, manager: null })
  })

  test('returns 403 to the person themselves', async () => {
    const [person, manager] = await Promise.all([signedIn(), signedIn()])

    const { status, headers } = await report(person, manager.id, person)

    expect([status, headers['x-error-code']]).toEqual([403, 'users.admin_only'])
  })

  test('allows administrators to choose their own manager', async () => {
    const { status } = await report(admin, (await signedIn()).id)

    expect(status).toBe(200)
  })

  test.each([
    ['nobody', async () => randomUUID()],
    ['the person themselves', async ({ id }: SignedIn) => id],
    ['a service account', async () => (await givenService()).id],
  ])('rejects %s as a manager', async (_, managerOf) => {
    const person = await signedIn()

    const { status, detail } = await report(person, await managerOf(person))

    expect(status).toBe(422)
    expect(detail).toBe('"manager_id" must be the ID of another active person.')
  })

  test('rejects a manager who reports to the person through others', async () => {
    const line = await givenLine(3)

    const { status, detail } = await report(line.at(-1) as SignedIn, line[0].id)

    expect(status).toBe(422)
    expect(detail).toContain('"manager_id" must not be the ID of a person who reports to this person')
  })

  test('prevents a cycle of concurrent changes', async () => {
    const [a, b] = await Promise.all([signedIn(), signedIn()])

    const answers = await Promise.all([report(a, b.id), report(b, a.id)])

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
  })

  test('keeps a deactivated manager, but rejects them for other people', async () => {
    const [person, manager] = (await givenLine(2)) as [SignedIn, SignedIn]
    await made(deleteUser, { as: admin, params: { id: manager.id } })

    const [kept, refused] = [await report(person, manager.id), await report(await signedIn(), manager.id)]

    expect([kept.status, refused.status]).toEqual([200, 422])
    expect(kept.body.manager!.id).toBe(manager.id)
  })
})
