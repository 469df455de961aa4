import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { registerUser } from '../../src/users/registration.ts'
import { call } from '../support/call.ts'
import { mailsTo } from '../support/mailbox.ts'
import { settle } from '../support/world.ts'

const password = 'a rather long password'

const givenPerson = async () => {
  const email = `${randomUUID()}@example.com`
  const { id } = await registerUser({ email, name: 'Ada', role: 'user' }, password)
  const { body } = await call(login, { body: { email, password } })
  return { id, email, token: String(body.access_token) }
}

type Person = Awaited<ReturnType<typeof givenPerson>>

const change = (as: Person, current_password: string, address = '192.0.2.77') =>
  call(updateUser, {
    as,
    params: { id: as.id },
    body: { password: 'another long password', current_password },
    address,
  })

const statusesOf = async (calls: (() => Promise<{ status: number }>)[]) => {
  const statuses: number[] = []
  for (const one of calls) statuses.push((await one()).status)
  return statuses
}

describe('PUT /users/{id} with password and current_password', () => {
  test('returns 429 after five wrong passwords, even with the right one, from that address only', async () => {
    const person = await givenPerson()
    const guesses = Array.from({ length: 6 }, (_, n) => () => change(person, `guess ${n}`))

    const statuses = await statusesOf(guesses)
    const right = await change(person, password)
    const signIn = await call(login, { body: { email: person.email, password }, address: '192.0.2.77' })
    const elsewhere = await change(person, password, '192.0.2.78')

    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    expect(right.status).toBe(429)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
    expect(signIn.status).toBe(429)
    expect(elsewhere.status).toBe(200)
  })

  test('counts concurrent attempts like consecutive ones', async () => {
    const person = await givenPerson()

    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => change(person, `guess ${n}`)))

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429, 429, 429])
  })

  test('forgets wrong passwords after the right one', async () => {
    const person = await givenPerson()
    const wrong = Array.from({ length: 4 }, (_, n) => () => change(person, `guess ${n}`))
    await statusesOf(wrong)

    const right = await change(person, password)
    const again = await call(login, {
      body: { email: person.email, password: 'wrong' },
      address: '192.0.2.77',
    })

    expect(right.status).toBe(200)
    expect(again.status).toBe(401)
  })

  test('notifies only the person, by mail', async () => {
    const person = await givenPerson()

    await change(person, 'wrong')
    await change(person, password)
    await settle()

    const [mail, ...more] = await mailsTo(person.email)
    expect(mail?.subject).toBe('Your password was changed')
    expect(JSON.stringify(mail)).not.toContain('another long password')
    expect(more).toEqual([])
  })
})
