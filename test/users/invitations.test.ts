import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { confirmPasswordReset } from '../../src/auth/endpoints/confirm-password-reset.ts'
import { requestPasswordReset } from '../../src/auth/endpoints/request-password-reset.ts'
import { users } from '../../src/platform/identity/user.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { inviteUser } from '../../src/users/endpoints/invite-user.ts'
import { call } from '../support/call.ts'
import { signIn, someAddress } from '../support/given-account.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const password = 'plum thicket 9 ferry'
const { SENDS_MAIL } = process.env
let admin: SignedIn

beforeAll(async () => {
  admin = await signedIn({ role: 'admin' })
})

afterEach(() => {
  vi.useRealTimers()
  Object.assign(process.env, { SENDS_MAIL })
  delete process.env['PASSWORD_LOGIN']
})

const invite = async (fields: object = {}) => {
  const email = `${randomUUID()}@example.com`
  const { status, body, detail } = await call(createUser, {
    as: admin,
    body: { email, name: 'Grace', ...fields },
  })
  await settle()
  return { email, status, body, detail, mails: await mailsTo(email) }
}

const confirm = (token: string) => call(confirmPasswordReset, { body: { token, password } })

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

describe('POST /users without a password', () => {
  test('invites the person by mail, in their language, to choose one', async () => {
    const { email, status, body, mails } = await invite({ locale: 'fr' })
    const [mail, ...more] = mails

    const chosen = await confirm(mail ? tokenIn(mail) : '')

    expect([status, chosen.status, more]).toEqual([201, 204, []])
    expect(body.sign_in).toEqual({ password: false, oidc: [] })
    expect(mail?.subject).toContain('Votre compte sur')
    expect((await signIn(email, someAddress(), password)).status).toBe(200)
  })

  test.each([
    ['still good after six days', 6, 204],
    ['over after seven', 7.01, 422],
  ])('sends a link that is %s', async (_, days, expected) => {
    const { mails } = await invite()
    const [token = ''] = mails.map(tokenIn)
    later(days * 86_400)

    expect((await confirm(token)).status).toBe(expected)
  })

  test('keeps the invitation valid if a new password is requested', async () => {
    const { email, mails } = await invite()
    await call(requestPasswordReset, { body: { email }, address: someAddress() })
    await settle()

    expect(await mailsTo(email)).toHaveLength(1)
    expect((await confirm(mails.map(tokenIn)[0] ?? '')).status).toBe(204)
  })

  test.each([
    ['no mail is sent', { SENDS_MAIL: 'no' }],
    ['only administrators have passwords', { PASSWORD_LOGIN: 'no' }],
  ])('returns 422 if %s', async (_, variables) => {
    Object.assign(process.env, variables)

    const { status, detail } = await invite()

    expect(status).toBe(422)
    expect(detail).toContain('password')
  })

  test('sends nothing to a service account', async () => {
    const { status, mails } = await invite({ type: 'service' })

    expect([status, mails]).toEqual([201, []])
  })
})

describe('POST /users/{id}/invitation', () => {
  const inviteAgain = (id: string, as = admin) => call(inviteUser, { as, params: { id } })

  test('sends another link, even after seven days, and invalidates the previous one', async () => {
    const { email, body } = await invite()
    later(8 * 86_400)

    const { status } = await inviteAgain(body.id, await signedIn({ role: 'admin' }))
    await settle()

    const [former = '', latest = ''] = (await mailsTo(email)).map(tokenIn)
    expect([status, (await confirm(former)).status, (await confirm(latest)).status]).toEqual([204, 422, 204])
  })

  test('sends a link for each of several concurrent requests', async () => {
    const { email, body } = await invite()

    const answers = await Promise.all(Array.from({ length: 4 }, () => inviteAgain(body.id)))
    await settle()

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    const links = (await mailsTo(email)).map(tokenIn)
    expect((await confirm(links.at(-1) ?? '')).status).toBe(204)
  })

  test('returns 409 for an address that has bounced', async () => {
    const { body } = await invite()
    await users.update(await users.get({ id: body.id }), { email_status: 'bounced' })

    const { status, detail } = await inviteAgain(body.id)

    expect([status, detail]).toEqual([
      409,
      'The person is not invited: their address has rejected email; give them another one.',
    ])
  })

  test('returns 409 once the person has chosen a password', async () => {
    const { body, mails } = await invite()
    await confirm(mails.map(tokenIn)[0] ?? '')

    const { status, headers } = await inviteAgain(body.id)

    expect([status, headers['x-error-code']]).toEqual([409, 'users.not_invitable'])
  })

  test('returns 409 for deactivated people and service accounts, and 403 to users', async () => {
    const [{ body: gone }, { body: service }] = await Promise.all([invite(), invite({ type: 'service' })])
    await call(deleteUser, { as: admin, params: { id: gone.id } })

    const refusals = [inviteAgain(gone.id), inviteAgain(service.id), inviteAgain(gone.id, await signedIn())]

    expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([409, 409, 403])
  })

  test('returns 409 if no mail is sent', async () => {
    const { body } = await invite()
    Object.assign(process.env, { SENDS_MAIL: 'no' })

    const { status, detail } = await inviteAgain(body.id)

    expect([status, detail]).toEqual([409, 'The person is not invited: this service sends no email.'])
  })
})
