import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { confirmPasswordReset } from '../../src/auth/endpoints/confirm-password-reset.ts'
import { deleteIdentity } from '../../src/auth/endpoints/delete-identity.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { requestPasswordReset } from '../../src/auth/endpoints/request-password-reset.ts'
import { restoreEmail } from '../../src/auth/endpoints/restore-email.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { users } from '../../src/platform/identity/user.ts'
import { deleteScimUser } from '../../src/scim/endpoints/delete-scim-user.ts'
import { replaceScimUser } from '../../src/scim/endpoints/replace-scim-user.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { inviteUser } from '../../src/users/endpoints/invite-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { givenDirectory } from '../scim/given.ts'
import { call } from '../support/call.ts'
import { givenAccount, rightPassword, signIn, someAddress } from '../support/given-account.ts'
import { callbackUrl, comeBack, configureProviders, signInAt } from '../support/given-sign-in.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'
import { givenToken } from '../support/given-token.ts'
import { mailFrom, ticketsOf, givenCategory } from '../support/given-answer.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import { startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const newAddress = () => `${randomUUID()}@example.com`

const update = (as: { token: string }, { id }: { id: string }, body: object) =>
  call(updateUser, { as, params: { id }, body })

/** Ways in which a caller without a session of the person or of an administrator changes a person's address. */
const outsideMoves: Record<string, (person: SignedIn, email: string) => Promise<{ status: number }>> = {
  'a token of the scope admin': async (person, email) =>
    update(await givenToken(await signedIn({ role: 'admin' }), 'admin'), person, { email }),
  'a directory, by PATCH': async ({ id }, email) => {
    const { patch } = await givenDirectory()
    return patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value: email })
  },
  'a directory, by PUT': async ({ id, email: userName }, email) => {
    const { ask } = await givenDirectory()
    const emails = [{ value: email, type: 'work', primary: true }]
    return ask(replaceScimUser, { params: { id }, body: { userName, displayName: 'Ada', emails } })
  },
}

let company: OidcProviderProcess
let resetProviders: () => void

beforeAll(async () => {
  company = await startOidcProvider(callbackUrl())
  resetProviders = await configureProviders({ issuer: company.issuer })
})

afterEach(() => {
  delete process.env['SCIM_ROLES']
})

afterAll(() => {
  resetProviders()
  company.stop()
})

/** Signs in at the provider as a person whose address it vouches for. */
const atProvider = (email: string, subject: string = randomUUID()) => {
  company.people.set(subject, { email, email_verified: true, name: 'Grace Hopper' })
  company.signInAs(subject)
  return subject
}

const restore = (token: string) => call(restoreEmail, { body: { token } })

const restoreTokenTo = async (email: string): Promise<string> => {
  await settle()
  const mail = (await mailsTo(email)).findLast(({ body }) => body.text.includes('/account/email#token='))
  return mail ? tokenIn(mail) : ''
}

describe('Email address changed by a token or a directory', () => {
  describe.each(Object.entries(outsideMoves))('Change by %s', (_, move) => {
    test('gives neither access to the account nor content until the address is confirmed', async () => {
      const [person, agent] = await Promise.all([givenAccount(), givenAccount({ role: 'support_agent' })])
      const [moved, desk] = [newAddress(), newAddress()]

      expect(await move(person, moved)).toMatchObject({ status: 200 })
      expect(await move(agent, desk)).toMatchObject({ status: 200 })
      await Promise.all([moved, desk].map((email) => call(requestPasswordReset, { body: { email } })))
      await givenTicket(await signedIn())
      await settle()
      atProvider(moved)

      expect((await comeBack('company')).error).toBe('not_linked')
      expect(await Promise.all([moved, desk].map(mailsTo))).toEqual([[], []])
      expect(await users.get(person)).toMatchObject({ email: moved, email_status: 'unconfirmed' })
    })

    test('can be reverted with the link sent to the former address, which ends sessions and tokens', async () => {
      const person = await givenAccount()
      const { token } = await givenToken(person)
      await move(person, newAddress())
      const link = await restoreTokenTo(person.email)

      const statuses = [(await restore(link)).status, (await restore(link)).status]

      expect(statuses).toEqual([204, 422])
      expect(await users.get(person)).toMatchObject({ email: person.email, email_status: 'ok' })
      expect((await call(readMe, { as: person })).status).toBe(401)
      expect((await call(readMe, { as: { token } })).status).toBe(401)
      expect((await signIn(person.email, someAddress())).status).toBe(200)
    })

    test('returns 403 for an administrator', async () => {
      const administrator = await givenAccount({ role: 'admin' })

      expect(await move(administrator, newAddress())).toMatchObject({ status: 403 })
      expect(await users.get(administrator)).toMatchObject({ email: administrator.email })
    })
  })

  test('does not authenticate mail sent from it', async () => {
    const agent = await givenAccount({ role: 'support_agent' })
    const category = await givenCategory()
    const email = newAddress()
    await update(await givenToken(await signedIn({ role: 'admin' }), 'admin'), agent, { email })

    await mailFrom({ ...agent, email }, { to: category.address, body: 'Let me in.' })

    expect(await ticketsOf(agent)).toEqual([])
  })

  test('receives no invitation until an administrator confirms it', async () => {
    const administrator = await signedIn({ role: 'admin' })
    const program = await givenToken(administrator, 'admin')
    const person = await call(createUser, { as: administrator, body: { email: newAddress(), name: 'Nina' } })
    const email = newAddress()
    await update(program, person.body, { email })
    const invite = (as: { token: string }) => call(inviteUser, { as, params: { id: person.body.id } })

    const refused = [await invite(program), await invite(administrator)]
    const confirmed = [
      await update(program, person.body, { email_status: 'ok' }),
      await update(administrator, person.body, { email_status: 'ok' }),
    ]

    expect(refused.map(({ status }) => status)).toEqual([409, 409])
    expect(confirmed.map(({ status }) => status)).toEqual([403, 200])
    expect((await invite(program)).status).toBe(204)
  })

  test('links no identity, unlike the first address of an account without a password', async () => {
    const { create, patch } = await givenDirectory()
    const [first, former, moved, known] = [newAddress(), newAddress(), newAddress(), newAddress()]
    const emailsOf = (value: string) => [{ value, type: 'work', primary: true }]
    await create({ userName: first, emails: emailsOf(first), displayName: 'Ada' })
    const { body } = await create({ userName: former, emails: emailsOf(former), displayName: 'Bob' })
    await patch(body.id, { op: 'replace', path: 'emails[type eq "work"].value', value: moved })
    const administrator = await signedIn({ role: 'admin' })
    const fields = { email: known, name: 'Nina', password: 'plum thicket 9 ferry' }
    await call(createUser, { as: await givenToken(administrator, 'admin'), body: fields })

    const outcomes = []
    for (const email of [first, former, moved, known]) {
      atProvider(email ?? '')
      outcomes.push((await comeBack('company')).error)
    }

    expect(outcomes).toEqual([undefined, 'not_linked', 'not_linked', 'not_linked'])
  })

  test('can be confirmed by its person only with their password', async () => {
    const person = await givenAccount()
    const email = newAddress()
    await update(await givenToken(await signedIn({ role: 'admin' }), 'admin'), person, { email })
    const confirm = (body: object) => update(person, person, { email_status: 'ok', ...body })

    const statuses = [
      (await confirm({})).status,
      (await confirm({ current_password: 'wrong' })).status,
      (await update(await givenToken(person), person, { email_status: 'ok' })).status,
      (await confirm({ current_password: rightPassword })).status,
    ]
    await call(requestPasswordReset, { body: { email }, address: someAddress() })
    await settle()

    expect(statuses).toEqual([422, 403, 403, 200])
    expect((await mailsTo(email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a new password',
      'New access token “Report”',
    ])
  })

  test('becomes confirmed by a single sign-on of the linked identity with that address', async () => {
    const person = await givenAccount()
    const subject = atProvider(person.email)
    await signInAt('company')
    const email = newAddress()
    await outsideMoves['a directory, by PATCH']?.(person, email)

    atProvider(email, subject)
    await signInAt('company')

    expect(await users.get(person)).toMatchObject({ email, email_status: 'ok' })
  })

  test('reserves the former address for 7 days', async () => {
    const [person, administrator] = await Promise.all([givenAccount(), signedIn({ role: 'admin' })])
    const program = await givenToken(administrator, 'admin')
    await update(program, person, { email: newAddress() })

    const { status } = await call(createUser, {
      as: program,
      body: { email: person.email, name: 'Mallory', password: 'plum thicket 9 ferry' },
    })

    expect(status).toBe(409)
    expect((await restore(await restoreTokenTo(person.email))).status).toBe(204)
  })

  test('can be reverted to the first address even after two changes', async () => {
    const person = await givenAccount()
    const program = await givenToken(await signedIn({ role: 'admin' }), 'admin')
    const second = newAddress()
    await update(program, person, { email: second })
    await update(program, person, { email: newAddress() })

    expect(await restoreTokenTo(second)).toBe('')
    expect((await restore(await restoreTokenTo(person.email))).status).toBe(204)
    expect(await users.get(person)).toMatchObject({ email: person.email, email_status: 'ok' })
  })

  test('notifies the person in the application', async () => {
    const person = await givenAccount()
    await update(await signedIn({ role: 'admin' }), person, { email: newAddress() })
    await settle()

    const { body } = await call(listNotifications, { as: person })

    expect(body.items).toMatchObject([{ type: 'email_changed' }])
  })
})

describe('Email address changed in a session', () => {
  test('requires the password of administrators for their own address', async () => {
    const administrator = await givenAccount({ role: 'admin' })
    const email = newAddress()

    const statuses = [
      (await update(administrator, administrator, { email })).status,
      (await update(administrator, administrator, { email, current_password: 'wrong' })).status,
      (await update(administrator, administrator, { email, current_password: rightPassword })).status,
    ]

    expect(statuses).toEqual([422, 403, 200])
    expect(await restoreTokenTo(administrator.email)).not.toBe('')
    expect(await users.get(administrator)).toMatchObject({ email, email_status: 'ok' })
  })

  test('takes effect at once if an administrator changes it, and the person can restore theirs', async () => {
    const person = await givenAccount()
    const email = newAddress()
    await update(await signedIn({ role: 'admin' }), person, { email })
    await call(requestPasswordReset, { body: { email }, address: someAddress() })
    const link = await restoreTokenTo(person.email)

    expect(await mailsTo(email)).toHaveLength(1)
    expect((await restore(link)).status).toBe(204)
  })
})

describe('Changes of administrators', () => {
  const password = 'plum thicket 9 ferry'

  test.each<[string, (program: SignedIn, administrator: SignedIn) => Promise<{ status: number }>]>([
    ['deactivated', (as, one) => update(as, one, { is_active: false })],
    ['demoted', (as, one) => update(as, one, { role: 'user' })],
    ['deleted', (as, { id }) => call(deleteUser, { as, params: { id } })],
    ['erased', (as, { id }) => call(deleteUser, { as, params: { id }, query: { erase: true } })],
    ['unlinked', (as, { id }) => call(deleteIdentity, { as, params: { id } })],
    ['promoted', async (as) => update(as, await signedIn(), { role: 'admin' })],
    [
      'created',
      (as) => call(createUser, { as, body: { email: newAddress(), name: 'M', role: 'admin', password } }),
    ],
    [
      'invited',
      async (as) => {
        const fields = { email: newAddress(), name: 'Nina', role: 'admin' as const }
        const { body } = await call(createUser, {
          as: await signedIn({ role: 'admin' }),
          body: fields,
        })
        return call(inviteUser, { as, params: { id: body.id } })
      },
    ],
  ])('rejects a token by which an administrator would be %s', async (_, attempt) => {
    const [administrator, owner] = await Promise.all([
      givenAccount({ role: 'admin' }),
      signedIn({ role: 'admin' }),
    ])

    const { status } = await attempt(await givenToken(owner, 'admin'), administrator)

    expect(status).toBe(403)
    expect(await users.get(administrator)).toMatchObject({ role: 'admin', is_active: true })
  })

  test('allows a directory to deactivate an administrator only with the setting SCIM_ROLES', async () => {
    const { id } = await givenAccount({ role: 'admin' })
    const { ask, patch } = await givenDirectory()
    const attempts = async () => [
      (await patch(id, { op: 'replace', path: 'title', value: randomUUID() })).status,
      (await patch(id, { op: 'replace', path: 'active', value: false })).status,
      (await ask(deleteScimUser, { params: { id } })).status,
    ]

    expect(await attempts()).toEqual([200, 403, 403])
    process.env['SCIM_ROLES'] = 'yes'
    expect(await attempts()).toEqual([200, 200, 204])
  })
})

describe('Invited person', () => {
  test('receives content only after using the link, which confirms their address', async () => {
    await givenDesk()
    const email = newAddress()
    const as = await signedIn({ role: 'admin' })
    await call(createUser, { as, body: { email, name: 'Nina', role: 'support_agent' } })
    await givenTicket(await signedIn())
    await settle()
    const before = await mailsTo(email)

    await call(confirmPasswordReset, {
      body: { token: before.map(tokenIn)[0], password: 'plum thicket 9 ferry' },
    })
    await givenTicket(await signedIn())
    await settle()

    expect(before.map(({ body }) => body.text.includes('/account/invitation#'))).toEqual([true])
    expect((await mailsTo(email)).length).toBeGreaterThan(1)
  })
})
