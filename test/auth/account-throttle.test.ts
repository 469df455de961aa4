import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { scanItems } from '../../infra/operation/scan.ts'
import { beginAttempt } from '../../src/users/throttle.ts'
import { call } from '../support/call.ts'
import { failing, givenAccount, signIn, someAddress } from '../support/given-account.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

afterEach(() => void vi.useRealTimers())

/** Makes a hundred failures for one email address, five from each of twenty network addresses. */
const failEverywhere = async (email: string) => {
  const statuses: number[] = []
  for (let n = 0; n < 20; n += 1) statuses.push(...(await failing([{ email }], someAddress())))
  return new Set(statuses)
}

const toldOf = async (as: SignedIn) => {
  await settle()
  const { body } = await call(listNotifications, { as, query: { type: 'sign_in_attempts' } })
  return body.items
}

describe('Sign-in after a hundred wrong passwords for one account at unknown addresses', () => {
  test('returns 429 for 24 hours, at unknown addresses only', async () => {
    const { email } = await givenAccount()
    const home = someAddress()
    await signIn(email, home)

    const failures = await failEverywhere(email)
    const [strange, known] = [await signIn(email, someAddress()), await signIn(email, home)]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_401_000 })
    const after = await signIn(email, someAddress())

    expect(failures).toEqual(new Set([401]))
    expect(strange.status).toBe(429)
    expect(Number(strange.headers['retry-after'])).toBeGreaterThan(86_000)
    expect(known.status, 'known').toBe(200)
    expect(after.status, 'after').toBe(200)
  })

  test('notifies the person once', async () => {
    const person = await givenAccount()

    await failEverywhere(person.email)
    const told = await toldOf(person)
    await Promise.all([1, 2, 3].map(() => signIn(person.email, someAddress())))
    const again = await toldOf(person)

    expect(told).toMatchObject([{ title: expect.stringContaining('sign in'), actor: null, resource: null }])
    expect(told[0]!.body).toMatch(/Until \w+ \d+, \d{4} at \d+:\d\d.[AP]M UTC you can sign in only from/)
    expect(again).toHaveLength(1)
  })

  test('returns the same responses without an account', async () => {
    const email = `${randomUUID()}@example.com`

    for (let n = 0; n < 98; n += 1) await (await beginAttempt(email, someAddress())).fail()
    const failures = await failing([{ email }], someAddress(), 2)
    const answer = await signIn(email, someAddress())

    expect(failures).toEqual([401, 401])
    expect(answer.status).toBe(429)
  })

  test('succeeds if the failures were made at a known address', async () => {
    const person = await givenAccount()
    const home = someAddress()
    for (let n = 0; n < 22; n += 1) {
      await signIn(person.email, home)
      await failing([person], home, 4)
    }
    await failing([person], home, 4)

    const answer = await signIn(person.email, someAddress())

    expect(answer.status).toBe(200)
  })
})

describe('Sign-in attempt', () => {
  test('stores neither email nor network address, and expires', async () => {
    const [{ email }, address] = [await givenAccount(), someAddress()]
    await failing([{ email }], address, 2)
    await signIn(email, address)

    const kept = (await Array.fromAsync(scanItems())).flat().filter(({ pk }) => pk.startsWith('attempts#'))

    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${email}|${address}`))
    expect(kept.map(({ ttl }) => typeof ttl)).toEqual(kept.map(() => 'number'))
  })
})
