import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sequentialTrips, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenAccount, someAddress, type signIn as signInAsUsual } from '../support/given-account.ts'
import { deployedLimits, givenTableProxy } from '../support/given-proxy.ts'

/** A proxy of the table that loses responses or calls. */

let proxy: DynamoProxy
let signIn: typeof signInAsUsual

beforeAll(async () => {
  const given = await givenTableProxy(() => import('../support/given-account.ts'), deployedLimits)
  proxy = given.proxy
  signIn = given.loaded.signIn
  return given.end
})

beforeEach(() => {
  proxy.loses = () => false
  proxy.keeps = () => false
  proxy.delay = 0
  proxy.calls.length = 0
})

const isCount = (body: string) => body.includes('attempts#')

/** Returns the number of sequential calls of the table during a sign-in; the delay exceeds the sign-in's own work. */
const tripsOf = async (email: string, address: string) => {
  proxy.calls.length = 0
  proxy.delay = 100
  const { status } = await signIn(email, address)
  return { status, trips: sequentialTrips(proxy.calls) }
}

describe('Interrupted sign-in', () => {
  test.each(['wrong', 'a long enough password'])(
    'leaves no trace before it is counted: %s',
    async (password) => {
      const [{ email }, address] = [await givenAccount(), someAddress()]
      proxy.keeps = (operation, body) => operation !== 'BatchGetItem' && isCount(body)

      const cut = await Promise.all(Array.from({ length: 8 }, () => signIn(email, address, password)))
      proxy.keeps = () => false
      const right = await signIn(email, address)

      expect(new Set(cut.map(({ status }) => status))).toEqual(new Set([503]))
      expect(right.status).toBe(200)
    },
  )

  test('does not reveal whether a password is right if it could not be counted', async () => {
    const [{ email }, address] = [await givenAccount(), someAddress()]
    proxy.keeps = (operation, body) => operation !== 'BatchGetItem' && isCount(body)

    const [right, wrong] = await Promise.all([signIn(email, address), signIn(email, address, 'wrong')])

    expect(right.body).toEqual(wrong.body)
    expect(right.status, 'right').toBe(503)
    expect(wrong.status, 'wrong').toBe(503)
  })
})

test('a wrong password counts once if the response to its count is lost', async () => {
  const [{ email }, address] = [await givenAccount(), someAddress()]
  proxy.loses = (operation, attempt, body) => operation !== 'BatchGetItem' && attempt === 1 && isCount(body)

  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) statuses.push((await signIn(email, address, `wrong ${n}`)).status)
  const sixth = await signIn(email, address)

  expect(statuses).toEqual([401, 401, 401, 401, 401])
  expect(sixth.status).toBe(429)
})

test('a sign-in waits for the table twice in a known place, and four times in a new one', async () => {
  const [{ email }, address] = [await givenAccount(), someAddress()]

  const [first, second] = [await tripsOf(email, address), await tripsOf(email, address)]

  expect(first).toEqual({ status: 200, trips: 4 })
  expect(second).toEqual({ status: 200, trips: 2 })
})
