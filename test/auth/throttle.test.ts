import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { givenAccount, givenAccounts, failing, signIn, someAddress } from '../support/given-account.ts'
import { times } from '../support/times.ts'

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

afterEach(() => void vi.useRealTimers())

describe('Sign-in after five wrong passwords for one email and network address', () => {
  test('returns 429 only for this email at this address', async () => {
    const [{ email }, other] = [await givenAccount(), await givenAccount()]
    const address = someAddress()

    const failures = await failing([{ email }], address)
    const sixth = await signIn(email, address)
    const elsewhere = await signIn(email, someAddress())
    const another = await signIn(other.email, address)

    expect(failures).toEqual(times(5, () => 401))
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(800)
    expect(elsewhere.status, 'elsewhere').toBe(200)
    expect(another.status, 'another').toBe(200)
  })

  test('counts failures for 15 minutes from the first', async () => {
    const { email } = await givenAccount()
    const address = someAddress()
    await failing([{ email }], address)

    later(890)
    const before = await signIn(email, address)
    later(20)
    const after = await failing([{ email }], address)
    const again = await signIn(email, address)

    expect(before.status).toBe(429)
    expect(after).toEqual(times(5, () => 401))
    expect(again.status).toBe(429)
  })

  test('returns 429 to more than five of twenty concurrent attempts', async () => {
    const { email } = await givenAccount()
    const address = someAddress()

    const answers = await Promise.all(times(20, () => signIn(email, address, 'wrong')))

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...times(5, () => 401), ...times(15, () => 429)])
  })

  test('returns 429 to more than five of twenty concurrent attempts in a later window', async () => {
    const { email } = await givenAccount()
    const address = someAddress()
    await failing([{ email }], address)

    later(901)
    const answers = await Promise.all(times(20, () => signIn(email, address, 'wrong')))

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...times(5, () => 401), ...times(15, () => 429)])
  })

  test('counts failures by the 64 leading bits of an IPv6 address', async () => {
    const { email } = await givenAccount()
    const network = `2001:db8:${randomUUID().slice(9, 13)}:7`
    const addresses = [1, 2, 3, 4, 5].map((n) => `${network}::${n}`)
    for (const address of addresses) await failing([{ email }], address, 1)

    const [same, other] = [
      await signIn(email, `${network}:a:b:c:d`),
      await signIn(email, `${network.slice(0, -1)}8::1`),
    ]

    expect(same.status, 'same').toBe(429)
    expect(other.status, 'other').toBe(200)
  })

  test('resets the count after a right password', async () => {
    const { email } = await givenAccount()
    const address = someAddress()

    const statuses = []
    for (let round = 0; round < 3; round++) {
      statuses.push(...(await failing([{ email }], address, 4)))
      statuses.push((await signIn(email, address)).status)
    }

    expect(statuses).toEqual(times(3, () => [401, 401, 401, 401, 200]).flat())
  })
})

describe('Sign-in with the right password', () => {
  test('succeeds for each of twenty concurrent attempts', async () => {
    const { email } = await givenAccount()
    const address = someAddress()

    const answers = await Promise.all(times(20, () => signIn(email, address)))

    expect(answers.map(({ status }) => status)).toEqual(times(20, () => 200))
  })

  test('succeeds for fifty people at one address while others mistype theirs', async () => {
    const [right, wrong] = [await givenAccounts(50), await givenAccounts(15)]
    const address = someAddress()

    const [good, bad] = await Promise.all([
      Promise.all(right.map(({ email }) => signIn(email, address))),
      Promise.all(wrong.map(({ email }) => signIn(email, address, 'wrong'))),
    ])

    expect(good.map(({ status }) => status)).toEqual(times(50, () => 200))
    expect(bad.map(({ status }) => status)).toEqual(times(15, () => 401))
  })
})

describe('Sign-in after a hundred wrong passwords from one network address', () => {
  test('returns 429 to people who have not signed in from there within 30 days', async () => {
    const [address, people] = [someAddress(), await givenAccounts(20)]
    const [known, unknown] = [await givenAccount(), await givenAccount()]
    await signIn(known.email, address)

    const failures = await failing(people, address)
    const [shut, open] = [await signIn(unknown.email, address), await signIn(known.email, address)]
    const [nobody, elsewhere] = [
      await signIn(`${randomUUID()}@example.com`, address),
      await signIn(unknown.email, someAddress()),
    ]
    later(901)
    const after = await signIn(unknown.email, address)

    expect(failures).toEqual(times(100, () => 401))
    expect(shut.status, 'shut').toBe(429)
    expect(nobody.status, 'nobody').toBe(429)
    expect(open.status, 'open').toBe(200)
    expect(elsewhere.status, 'elsewhere').toBe(200)
    expect(after.status, 'after').toBe(200)
  })

  test('returns 429 to concurrent attempts beyond a hundred failures', async () => {
    const [address, people] = [someAddress(), await givenAccounts(30)]
    await failing(people.slice(0, 18), address)

    const answers = await Promise.all(people.slice(18).map(({ email }) => signIn(email, address, 'wrong')))

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...times(10, () => 401), ...times(2, () => 429)])
  })

  test('returns 429 to people who last signed in there 31 days ago', async () => {
    const [address, people] = [someAddress(), await givenAccounts(20)]
    const { email } = await givenAccount()
    await signIn(email, address)

    later(31 * 86_400)
    await failing(people, address)
    const answer = await signIn(email, address)

    expect(answer.status).toBe(429)
  })
})
