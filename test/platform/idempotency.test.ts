import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createCourse } from '../../src/lms/endpoints/create-course.ts'
import { unseal } from '../../src/platform/runtime/seal.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const create = (as: SignedIn, key: string, fields: { email: string; [field: string]: unknown }) =>
  call(createUser, {
    as,
    body: { name: 'Annie Easley', password: 'a long enough password', ...fields },
    headers: { 'Idempotency-Key': key },
  })

describe('A POST with Idempotency-Key', () => {
  test('runs once and returns the same response again', async () => {
    const [admin, key, email] = [
      await signedIn({ role: 'admin' }),
      randomUUID(),
      `${randomUUID()}@example.com`,
    ]

    const first = await create(admin, key, { email })
    const second = await create(admin, key, { email })

    expect(first.status).toBe(201)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers['location']).toBe(first.headers['location'])
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  test('returns 422 for another body, and runs separately for another caller', async () => {
    const [admin, other] = await Promise.all([signedIn({ role: 'admin' }), signedIn({ role: 'admin' })])
    const key = randomUUID()

    const first = await create(admin, key, { email: `${randomUUID()}@example.com` })
    const changed = await create(admin, key, { email: `${randomUUID()}@example.com` })
    const elsewhere = await create(other, key, { email: `${randomUUID()}@example.com` })

    expect(first.status, 'first').toBe(201)
    expect(changed.status, 'changed').toBe(422)
    expect(elsewhere.status, 'elsewhere').toBe(201)
    expect(changed.detail).toContain('Idempotency-Key')
    expect(elsewhere.body.id).not.toBe(first.body.id)
  })

  test('creates one resource from concurrent requests, and asks overlapping ones to wait', async () => {
    const [admin, key, email] = [
      await signedIn({ role: 'admin' }),
      randomUUID(),
      `${randomUUID()}@example.com`,
    ]

    const answers = await Promise.all(Array.from({ length: 8 }, () => create(admin, key, { email })))

    const made = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(made.length + waiting.length).toBe(8)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    for (const { headers } of waiting) expect(headers['retry-after']).toBe('1')
  })

  test('stores no errors', async () => {
    const [admin, key, email] = [
      await signedIn({ role: 'admin' }),
      randomUUID(),
      `${randomUUID()}@example.com`,
    ]

    const refused = await create(admin, key, { email: admin.email })
    const made = await create(admin, key, { email })

    expect(refused.status, 'refused').toBe(409)
    expect(made.status, 'made').toBe(201)
  })

  test('stores no hash of the body alone, from which a password could be guessed', async () => {
    const admin = await signedIn({ role: 'admin' })
    const keys = [randomUUID(), randomUUID()]
    const recordOf = (key: string) => {
      const request = JSON.stringify([admin.id, 'POST', '/wiki/spaces', {}, key])
      return { pk: `idempotency#${createHash('sha256').update(request).digest('base64url')}`, sk: 'record' }
    }

    for (const key of keys)
      await call(createSpace, { as: admin, body: { name: 'Alike' }, headers: { 'Idempotency-Key': key } })
    const records = await getItems(keys.map(recordOf))

    const hashes = records.map((record) => record?.['summary'] as { body_hash: string } | undefined)
    expect(hashes[0]?.body_hash).toEqual(expect.any(String))
    expect(hashes[0]?.body_hash).not.toBe(hashes[1]?.body_hash)
  })

  test('stores no response that can be read without the key', async () => {
    const [admin, key, name] = [await signedIn({ role: 'admin' }), randomUUID(), `Secret ${randomUUID()}`]
    const before = await call(createSpace, { as: admin, body: { name }, headers: { 'Idempotency-Key': key } })
    const request = JSON.stringify([admin.id, 'POST', '/wiki/spaces', {}, key])
    const id = createHash('sha256').update(request).digest('base64url')

    const [record] = await getItems([{ pk: `idempotency#${id}`, sk: 'record' }])
    const after = await call(createSpace, { as: admin, body: { name }, headers: { 'Idempotency-Key': key } })

    const summary = record?.['summary'] as { answer: string } | undefined
    const bytes = Buffer.from(summary?.answer ?? '', 'base64')
    expect(() => gunzipSync(bytes)).toThrow('incorrect header check')
    expect(() => unseal('another key', bytes, id)).toThrow('unable to authenticate data')
    expect(gunzipSync(unseal(key, bytes, id)).toString()).toContain(name)
    expect(after.body).toEqual(before.body)
  })

  test('requires a key of 1 to 255 characters', async () => {
    const admin = await signedIn({ role: 'admin' })

    const answer = await create(admin, 'x'.repeat(256), { email: `${randomUUID()}@example.com` })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('Idempotency-Key')
  })
})

test('stores the longest response, even if it hardly compresses', async () => {
  const author = await signedIn()
  const letters = Array.from({ length: 90 }, (_, index) => String.fromCharCode(35 + index)).filter(
    (c) => c !== '\\',
  )
  const lesson = (index: number) => ({
    title: `Lesson ${index}`,
    content: Array.from(randomBytes(99_000), (byte) => letters[byte % letters.length]).join(''),
  })
  const options = {
    as: author,
    body: {
      title: 'Noise',
      chapters: [{ title: 'All', lessons: Array.from({ length: 42 }, (_, n) => lesson(n)) }],
    },
    headers: { 'Idempotency-Key': randomUUID() },
  }

  const first = await call(createCourse, options)
  const second = await call(createCourse, options)

  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(second.body).toEqual(first.body)
})
