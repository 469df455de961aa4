import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { confirmPasswordReset } from '../../src/auth/endpoints/confirm-password-reset.ts'
import { requestPasswordReset } from '../../src/auth/endpoints/request-password-reset.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { inviteUser } from '../../src/users/endpoints/invite-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { givenDirectory } from '../scim/given.ts'
import { call } from '../support/call.ts'
import { givenAccount, rightPassword, someAddress } from '../support/given-account.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const newAddress = () => `${randomUUID()}@example.com`

const newestLinkTo = async (email: string): Promise<string> => {
  await settle()
  const mail = (await mailsTo(email)).at(-1)
  return mail ? tokenIn(mail) : ''
}

const confirm = (token: string) =>
  call(confirmPasswordReset, { body: { token, password: 'plum thicket 9 ferry' } })

/** Creates an invited person, with the link sent to their address. */
const givenInvited = async () => {
  const email = newAddress()
  const as = await signedIn({ role: 'admin' })
  const { body } = await call(createUser, { as, body: { email, name: 'Nina' } })
  return { id: String(body.id), email, link: await newestLinkTo(email) }
}

/** Creates a person with a password who has requested another one. */
const givenReset = async () => {
  const { id, email, token } = await givenAccount()
  await call(requestPasswordReset, { body: { email }, address: someAddress() })
  return { id, email, token, link: await newestLinkTo(email) }
}

type Person = { id: string; token?: string }

const byAdministrator = (body: object) => async (person: Person) => {
  const as = await signedIn({ role: 'admin' })
  await call(updateUser, { as, params: { id: person.id }, body })
}

const byDirectory =
  (...values: object[]) =>
  async ({ id }: Person) => {
    const { patch } = await givenDirectory()
    for (const value of values) await patch(id, { op: 'replace', value })
  }

const deactivateAndReactivate = async (person: Person) => {
  await byAdministrator({ is_active: false })(person)
  await byAdministrator({ is_active: true })(person)
}

const changeOwnPassword = async ({ id, token = '' }: Person) => {
  const body = { password: 'quiet marble 4 lantern', current_password: rightPassword }
  await call(updateUser, { as: { token }, params: { id }, body, address: someAddress() })
}

type Change = [string, () => (person: Person) => Promise<void>]

const correction: Change = [
  'an administrator has corrected the address',
  () => byAdministrator({ email: newAddress() }),
]
const ends: Change[] = [
  correction,
  ['a directory has corrected the address', () => byDirectory({ userName: newAddress() })],
  ['an administrator has set a password', () => byAdministrator({ password: 'quiet marble 4 lantern' })],
  ['the account was deactivated and is active again', () => deactivateAndReactivate],
  ['a directory has deactivated and reactivated it', () => byDirectory({ active: false }, { active: true })],
]

describe('Link to choose a password', () => {
  test.each(ends)('rejects an invitation once %s', async (_, change) => {
    const person = await givenInvited()

    await change()(person)

    const { status, headers } = await confirm(person.link)
    expect([status, headers['x-error-code']]).toEqual([422, 'auth.reset_token_invalid'])
  })

  test.each([correction, ['its person has changed the password', () => changeOwnPassword] as const])(
    'rejects a reset once %s',
    async (_, change) => {
      const person = await givenReset()

      await change()(person)

      expect((await confirm(person.link)).status).toBe(422)
    },
  )

  test('survives changes that concern neither address nor password', async () => {
    const person = await givenInvited()

    await byAdministrator({ name: 'Nina Nguyen', role: 'support_agent' })(person)

    expect((await confirm(person.link)).status).toBe(204)
  })

  test('works at the corrected address after another invitation', async () => {
    const { id, link } = await givenInvited()
    const right = newAddress()

    await byAdministrator({ email: right })({ id })
    await call(inviteUser, { as: await signedIn({ role: 'admin' }), params: { id } })

    const [before, after] = [await confirm(link), await confirm(await newestLinkTo(right))]
    expect([before.status, after.status]).toEqual([422, 204])
  })
})
