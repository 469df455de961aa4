import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { requestPasswordReset } from '../../src/auth/endpoints/request-password-reset.ts'
import { emailAddress } from '../../src/platform/identity/user.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'

/** Local parts with every special character of an atom (RFC 5321 section 4.1.2, RFC 5322 section 3.2.3). */
const local = Array.from("!#$%&'*+-/=?^_`{|}~", (character) => `r${character}d`)

describe('Schema of email addresses', () => {
  test.each([
    ...local.map((part) => `${part}@example.com`),
    "o'@example.com",
    '=@example.com',
    'ada.b&c.d@mail.example.co.uk',
    'ada@example.xn--p1ai',
  ])('accepts %s', (address) => {
    expect(emailAddress.safeParse(address)).toMatchObject({ success: true, data: address })
  })

  test.each([
    'ada',
    '@example.com',
    'ada@',
    '.ada@example.com',
    'ada.@example.com',
    'ada..b@example.com',
    'ada b@example.com',
    'ada@b@example.com',
    'ada@example',
    'ada@-example.com',
    'ada@example..com',
    'ada@example.com.',
    '"ada b"@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada,eve@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('rejects %j', (address) => {
    expect(emailAddress.safeParse(address).success).toBe(false)
  })

  test('accepts atext in the body of every endpoint', async () => {
    const admin = await signedIn({ role: 'admin' })
    const email = `r&d/it#1+${randomUUID()}@example.com`

    const statuses = [
      await call(createUser, {
        as: admin,
        body: { email, name: 'R', password: `long enough ${randomUUID()}` },
      }),
      await call(requestPasswordReset, { body: { email } }),
      await call(updatePolicies, {
        as: admin,
        body: { categories: [{ name: 'lab', address: `lab&${randomUUID()}@mail.example.com` }] },
      }),
    ].map(({ status }) => status)

    expect(statuses).toEqual([201, 202, 200])
  })
})
