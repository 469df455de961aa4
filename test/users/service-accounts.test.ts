import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { signIn, someAddress } from '../support/given-account.ts'
import { signedIn } from '../support/people.ts'

const password = 'a long enough password'
const service = () => ({
  email: `${randomUUID()}@example.com`,
  name: 'Nightly report',
  type: 'service' as const,
})

describe('Service account', () => {
  test('gets no password, and nobody can sign in to it', async () => {
    const admin = await signedIn({ role: 'admin' })
    const body = service()

    const made = await call(createUser, { as: admin, body })
    const entered = await signIn(body.email, someAddress(), password)

    expect(made.body).toMatchObject({ email: body.email, type: 'service', is_active: true })
    expect(entered.headers['x-error-code']).toBe('auth.credentials_wrong')
  })

  test('rejects a password on creation', async () => {
    const admin = await signedIn({ role: 'admin' })

    const { status, detail } = await call(createUser, { as: admin, body: { ...service(), password } })

    expect(status).toBe(422)
    expect(detail).toContain('"password"')
  })

  test('cannot become a person or get a password', async () => {
    const admin = await signedIn({ role: 'admin' })
    const { body: made } = await call(createUser, { as: admin, body: service() })
    const change = (body: object) => call(updateUser, { as: admin, params: { id: made.id }, body })

    const same = await change({ type: 'service', name: 'Weekly report' })
    const person = await change({ type: 'person' })
    const secret = await change({ password })

    expect(same.body).toMatchObject({ type: 'service', name: 'Weekly report' })
    expect([person.detail, secret.detail].join()).toMatch(/"type".*"password"/)
    expect([person.status, secret.status]).toEqual([422, 422])
  })

  test('matches the filter by type', async () => {
    const admin = await signedIn({ role: 'admin' })
    const { body: made } = await call(createUser, { as: admin, body: service() })
    const ids = `${made.id},${admin.id}`

    const services = await call(listUsers, { as: admin, query: { ids, type: 'service' } })
    const both = await call(listUsers, { as: admin, query: { ids, type: 'service,person' } })

    expect(services.body.items.map(({ id }: { id: string }) => id)).toEqual([made.id])
    expect(both.body.items).toHaveLength(2)
  })
})
