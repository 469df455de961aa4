import { describe, expect, test } from 'vitest'
import { newMail, mails } from '../../src/mail/mail.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { captureLog } from '../support/captured-log.ts'
import { outcomes, publish, publishOutcome } from '../support/given-mail-event.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

type Person = Pick<SignedIn, 'id' | 'email'>

/** Returns the number of mails that a person gets for an event now. */
const mailsNow = async ({ id, email }: Person) => {
  const before = await mailsTo(email)
  await mails.create(newMail(id, 'password_changed', { at: '2026-03-31T12:00:00Z' }))
  await settle()
  return (await mailsTo(email)).length - before.length
}

const bounced = async () => {
  const person = await signedIn()
  await publishOutcome(outcomes.bounced(person.email), person)
  await settle()
  return person
}

const statusOf = async (person: Person, as: SignedIn) =>
  (await call(readUser, { as, params: { id: person.id } })).body.email_status

const update = (as: SignedIn, { id }: Person, body: object) => call(updateUser, { as, params: { id }, body })

describe('Email address', () => {
  test.each([
    ['has refused mail for good', outcomes.bounced, 'bounced'],
    ['belongs to somebody who complains', outcomes.complained, 'complained'],
  ])(
    'gets no more mail if it %s, and shows its status to its person and administrators',
    async (_, outcome, status) => {
      const [person, colleague, admin] = [
        await signedIn(),
        await signedIn(),
        await signedIn({ role: 'admin' }),
      ]

      await publishOutcome(outcome(person.email), person)
      await settle()

      expect(await mailsNow(person)).toBe(0)
      const seen = [person, admin, colleague].map((reader) => statusOf(person, reader))
      expect(await Promise.all(seen)).toEqual([status, status, null])
    },
  )

  test.each([
    ['is full today', (email: string) => outcomes.bounced(email, 'Transient')],
    ['bounced for a reason that nobody knows', (email: string) => outcomes.bounced(email, 'Undetermined')],
    ['calls a mail no spam', (email: string) => outcomes.complained(email, 'not-spam')],
  ])('still gets mail if it %s', async (_, outcome) => {
    const person = await signedIn()

    await publishOutcome(outcome(person.email), person)
    await settle()

    expect(await mailsNow(person)).toBe(1)
  })

  test('gets mail after a change, whatever happened to the former address', async () => {
    const [person, admin] = [await bounced(), await signedIn({ role: 'admin' })]
    const email = `new-${person.email}`

    await update(admin, person, { email })
    await publishOutcome(outcomes.bounced(person.email), person)
    await settle()

    expect(await mailsNow({ ...person, email })).toBe(1)
  })

  test('gets mail again when an administrator allows it', async () => {
    const [person, admin] = [await bounced(), await signedIn({ role: 'admin' })]

    const { status } = await update(admin, person, { email_status: 'ok' })

    expect([status, await mailsNow(person)]).toEqual([200, 1])
  })

  test.each([
    ['its person allows it', 403, 'ok', 'user'],
    ['an administrator calls it bounced', 422, 'complained', 'admin'],
  ] as const)('keeps its status when %s: %i', async (_, refusal, email_status, role) => {
    const person = await bounced()
    const as = role === 'admin' ? await signedIn({ role }) : person

    const { status } = await update(as, person, { email_status })

    expect([status, await statusOf(person, person)]).toEqual([refusal, 'bounced'])
  })
})

describe('Notifications of administrators', () => {
  test('reports a refused address once, with the name but without the address', async () => {
    const [person, admin] = [await signedIn({ name: 'Grace Hopper' }), await signedIn({ role: 'admin' })]

    await publishOutcome(outcomes.bounced(person.email), person)
    await publishOutcome(outcomes.complained(person.email), person)
    await settle({ deliveries: 3 })
    const { items } = (await call(listNotifications, { as: admin })).body

    const about = items.filter(({ resource }) => resource!.id === person.id)
    expect(about).toMatchObject([
      { type: 'mail_bounced', title: 'Emails to Grace Hopper are no longer sent' },
    ])
    expect(JSON.stringify(about)).not.toContain(person.email)
  })
})

describe('Message in the topic of mail events', () => {
  test('becomes a dead letter if it is not an event, with no address in the log', async () => {
    const person = await signedIn()
    const log = captureLog()

    await publish('Successfully validated SNS topic for Amazon SES event publishing.')
    await publish('a@b.example')
    await publish(
      JSON.stringify({ ...outcomes.bounced(person.email), mail: { destination: [person.email] } }),
    )
    const { failed } = await settle({ mayFail: true })
    log.release()

    expect(failed.messages.map(({ queue }) => queue)).toEqual(['mail-events', 'mail-events'])
    expect(log.text()).not.toMatch(/@b?\.?example/)
    expect(await statusOf(person, person)).toBe('ok')
  })
})
