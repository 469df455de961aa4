import { afterEach, describe, expect, test } from 'vitest'
import { mails, newMail } from '../../src/mail/mail.ts'
import { users } from '../../src/platform/identity/user.ts'
import { givenMailFaults } from '../support/given-mail-faults.ts'
import { linesFromNow } from '../support/log-lines.ts'
import type { MailFault } from '../support/mail-service.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const at = '2026-03-31T12:00:00Z'

/** Creates a mail about an event. */
const tell = (person: SignedIn) => mails.create(newMail(person.id, 'password_changed', { at }))

const ends: (() => void)[] = []

const withFaults = async (...faults: MailFault[]) => {
  const { requests, end } = await givenMailFaults(...faults)
  ends.push(end)
  return requests
}

const { MAIL_FROM } = process.env

afterEach(() => {
  for (const end of ends.splice(0)) end()
  Object.assign(process.env, { MAIL_FROM })
})

describe('Mail', () => {
  test('contains plain text, HTML, the sender of the service, and its own id', async () => {
    const person = await signedIn({ name: 'Ada Lovelace' })

    const { id } = await tell(person)
    await settle()

    const [mail, ...more] = await mailsTo(person.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ from: MAIL_FROM, subject: 'Your password was changed' })
    expect(mail?.headers).toContainEqual({ name: 'X-Mail-Id', value: id })
    expect(mail?.body.text).toContain('Hello Ada Lovelace')
    expect(mail?.body.html).toContain('Hello Ada Lovelace')
  })

  test('tags the request to SES with the user, so that bounces can be attributed', async () => {
    const person = await signedIn()
    const requests = await withFaults()
    ends.push(() => delete process.env['MAIL_CONFIGURATION_SET'])
    process.env['MAIL_CONFIGURATION_SET'] = 'enterprise-platform-dev'

    await tell(person)
    await settle()

    const [request] = requests.map((body) => JSON.parse(body) as object)
    expect(request).toMatchObject({
      ConfigurationSetName: 'enterprise-platform-dev',
      EmailTags: [{ Name: 'user_id', Value: person.id }],
    })
  })

  test('goes out once for repeated deliveries of the change and the message', async () => {
    const person = await signedIn()

    await tell(person)
    await settle({ deliveries: 3 })

    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  test('goes out once if its message is redelivered while SES is slow, and logs no error', async () => {
    const person = await signedIn()
    await withFaults('late')
    const lines = linesFromNow()

    await tell(person)
    await settle({ deliveries: 3 })

    expect(await mailsTo(person.email)).toHaveLength(1)
    expect(lines.map(({ level, message }) => [level, message])).toContainEqual(['info', 'message postponed'])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('retries while SES throttles or is down, and writes no address into the log', async () => {
    const person = await signedIn()
    await withFaults('throttled', 'down', 'throttled', 'down', 'throttled', 'throttled', 'down')
    const lines = linesFromNow()

    await tell(person)
    await settle()

    expect(await mailsTo(person.email)).toHaveLength(1)
    expect(lines).toHaveLength(7)
    expect(JSON.stringify(lines)).not.toContain('@example.com')
  })

  test('uses a new connection, because an idle one may be closed', async () => {
    const person = await signedIn()
    await withFaults('late', 'closed')
    const lines = linesFromNow()

    await tell(person)
    await settle()
    await tell(person)
    await settle()

    expect(lines).toEqual([])
    expect(await mailsTo(person.email)).toHaveLength(2)
  })

  test('may go out twice with the same id if the response of SES is lost', async () => {
    const person = await signedIn()
    await withFaults('lost')

    const { id } = await tell(person)
    await settle()

    const ids = (await mailsTo(person.email)).map(({ headers }) => headers[0]?.value)
    expect(ids).toEqual([id, id])
  })

  test('does not go to a person who became inactive', async () => {
    const person = await signedIn()
    await users.update(await users.get(person), { is_active: false })

    await tell(person)
    await settle()

    expect(await mailsTo(person.email)).toEqual([])
  })

  test('does not go out without a sender, not even later', async () => {
    const person = await signedIn()
    process.env['MAIL_FROM'] = ''
    const mail = await tell(person)
    await settle()
    Object.assign(process.env, { MAIL_FROM })
    await settle()

    expect(await mailsTo(person.email)).toEqual([])
    expect((await mails.find(mail))?.done_at).not.toBeNull()
  })
})
