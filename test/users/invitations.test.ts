import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { confirmPasswordReset } from '../../src/auth/endpoints/confirm-password-reset.ts'
import { requestPasswordReset } from '../../src/auth/endpoints/request-password-reset.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { call } from '../support/call.ts'
import { signIn, someAddress } from '../support/given-account.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const password = 'plum thicket 9 ferry'
const { MAIL_FROM } = process.env
let admin: SignedIn

beforeAll(async () => {
  admin = await signedIn({ role: 'admin' })
})

afterEach(() => {
  vi.useRealTimers()
  Object.assign(process.env, { MAIL_FROM })
  delete process.env['PASSWORD_LOGIN']
})

const invite = async (fields: object = {}) => {
  const email = `${randomUUID()}@example.com`
  const { status, body } = await call(createUser, { as: admin, body: { email, name: 'Grace', ...fields } })
  await settle()
  return { email, status, body, mails: await mailsTo(email) }
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
  ])('the link is %s', async (_, days, expected) => {
    const { mails } = await invite()
    const [token = ''] = mails.map(tokenIn)
    later(days * 86_400)

    expect((await confirm(token)).status).toBe(expected)
  })

  test('the invitation stays good when somebody asks for a new password', async () => {
    const { email, mails } = await invite()
    await call(requestPasswordReset, { body: { email }, address: someAddress() })
    await settle()

    expect(await mailsTo(email)).toHaveLength(1)
    expect((await confirm(mails.map(tokenIn)[0] ?? '')).status).toBe(204)
  })

  test.each([
    ['no mail is sent', { MAIL_FROM: '' }],
    ['only administrators have passwords', { PASSWORD_LOGIN: 'no' }],
  ])('is refused where %s', async (_, variables) => {
    Object.assign(process.env, variables)

    const { status, body } = await invite()

    expect(status).toBe(422)
    expect(body.detail).toContain('password')
  })

  test('sends nothing to a service account', async () => {
    const { status, mails } = await invite({ type: 'service' })

    expect([status, mails]).toEqual([201, []])
  })
})
