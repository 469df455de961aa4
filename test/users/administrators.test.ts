import { afterEach, expect, test } from 'vitest'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { changeUser } from '../../src/users/registration.ts'
import { users } from '../../src/platform/identity/user.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

/** All accounts in the table of this file. */
const everybody: SignedIn[] = []

const givenAdmins = async (count: number) => {
  const admins = await Promise.all(Array.from({ length: count }, () => signedIn({ role: 'admin' })))
  everybody.push(...admins)
  return admins as [SignedIn, SignedIn, SignedIn]
}

afterEach(async () => {
  for (const { id } of everybody.splice(0)) await users.remove({ id })
})

const change = (as: SignedIn, { id }: { id: string }, body: object) =>
  call(updateUser, { as, params: { id }, body })

const activeAdmins = async () => {
  const found = await users.findMany(everybody)
  return found.filter((user) => user?.role === 'admin' && user.is_active)
}

const demoted = { role: 'user' }
const deactivated = { is_active: false }

test.each([
  ['demote', demoted, demoted],
  ['deactivate', deactivated, deactivated],
  ['demote and deactivate', demoted, deactivated],
])('keeps one of two administrators who %s each other at the same time', async (_, first, second) => {
  const [ada, mary] = await givenAdmins(2)

  const answers = await Promise.all([change(ada, mary, first), change(mary, ada, second)])

  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    detail: 'The last active administrator must not be demoted or deactivated.',
  })
  expect(await activeAdmins()).toHaveLength(1)
})

test('keeps at least one of three administrators who demote one another at the same time', async () => {
  const [ada, mary, grace] = await givenAdmins(3)

  const answers = await Promise.all([
    change(ada, mary, demoted),
    change(mary, grace, demoted),
    change(grace, ada, demoted),
  ])

  const made = answers.filter(({ status }) => status === 200)
  expect((await activeAdmins()).length).toBe(3 - made.length)
  expect(made).toHaveLength(2)
})

test('allows an administrator to demote and deactivate others', async () => {
  const [ada, mary, grace] = await givenAdmins(3)

  const statuses = await statusByCase({
    'demoting one': await change(ada, mary, demoted),
    'deactivating the other': await change(ada, grace, deactivated),
  })

  expect(statuses).toEqual({
    'demoting one': 200,
    'deactivating the other': 200,
  })
})

test.each([
  ['role', 'user'],
  ['is_active', false],
])('returns 403 if administrators change their own %s', async (field, value) => {
  const [ada] = await givenAdmins(2)

  const own = await change(ada, ada, { [field]: value })
  const same = await change(ada, ada, { role: 'admin', is_active: true, name: 'Ada King' })

  expect(own.status).toBe(403)
  expect(own.detail).toBe(`You must not change your own "${field}".`)
  expect(same.status).toBe(200)
})

test('keeps the last administrator even if the change is not made by one', async () => {
  const [ada] = await givenAdmins(1)
  const user = await users.get(ada)

  await expect(changeUser(user, { is_active: false }, {})).rejects.toMatchObject({ status: 409 })
  expect(await activeAdmins()).toHaveLength(1)
})
