import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { receiveMail } from '../../src/inbound-mail/workers/receive-mail.ts'
import { users } from '../../src/platform/identity/user.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { itemsWith } from '../personal-data/given.ts'
import { call } from '../support/call.ts'
import { addressOf, attached, commentsOn, givenPost, mailFrom } from '../support/given-answer.ts'
import { rawMail, type MailOptions } from '../support/given-mail.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn } from '../support/people.ts'
import { place, put } from '../support/s3.ts'
import { settle } from '../support/world.ts'

/** Creates a reply address for a page, then deletes the page. */
const givenGone = async () => {
  const { person, page, to } = await givenPost()
  await call(deletePage, { as: person, params: { id: page.id } })
  return { person, to }
}

/** Creates a reply address for a page, then removes the person's access. */
const givenHidden = async () => {
  const [owner, person] = [await signedIn(), await signedIn()]
  const space = await givenSpace(owner, { visibility: 'private', members: [[person, 'write']] })
  const page = await givenPage(owner, space)
  const to = await addressOf(person, { type: 'wiki_page', id: page.id })
  await call(updateSpace, { as: owner, params: { id: space.id }, body: { members: [] } })
  return { person, to }
}

const givenClosed = async () => {
  const { requester, agent } = await givenDesk()
  const { id } = await givenTicket(requester)
  await call(updateTicket, { as: agent, params: { id }, body: { status: 'closed' } })
  return { person: requester, to: await addressOf(requester, { type: 'ticket', id }) }
}

const headersOf = (mail: { headers: { name: string; value: string }[] } | undefined) =>
  Object.fromEntries(mail?.headers.map(({ name, value }) => [name, value]) ?? [])

describe('Reply by mail to a resource that accepts none', () => {
  test('returns one answer in the same thread, with the text of the reply', async () => {
    const { person, to } = await givenGone()
    const messageId = `<${randomUUID()}@example.com>`
    const mail = { to, messageId, subject: 'Re: Leave', body: 'Yes.\n\nBut <b>why</b>?' }

    await mailFrom(person, mail, { deliveries: 2 })
    await mailFrom(person, mail)

    const [answer, ...more] = await mailsTo(person.email)
    expect(more).toEqual([])
    expect(answer).toMatchObject({ subject: 'Not added: Re: Leave', replyTo: [] })
    expect(answer?.body.text).toContain('\n\nThis is what you wrote:\n\n> Yes.\n> \n> But <b>why</b>?\n')
    expect(answer?.body.html).toContain('Yes.\n\nBut &lt;b&gt;why&lt;/b&gt;?')
    expect(headersOf(answer)).toMatchObject({
      'Auto-Submitted': 'auto-replied',
      'In-Reply-To': messageId,
      References: messageId,
    })
  })

  test('returns the same answer for deleted and hidden resources', async () => {
    const [gone, hidden] = [await givenGone(), await givenHidden()]
    for (const { person } of [gone, hidden]) await users.update(await users.get(person), { name: 'Ada' })

    for (const { person, to } of [gone, hidden]) await mailFrom(person, { to, body: 'Yes.' })

    const [[first], [second]] = [await mailsTo(gone.person.email), await mailsTo(hidden.person.email)]
    expect(first?.body.text).toContain(
      'The content it replies to no longer exists, or you may not write there.',
    )
    expect(second?.body).toEqual(first?.body)
  })

  test('explains in the sender’s language that a conversation is closed', async () => {
    const { person, to } = await givenClosed()
    await users.update(await users.get(person), { locale: 'de' })

    await mailFrom(person, { to, body: 'Danke.' })

    const texts = (await mailsTo(person.email)).map(({ body }) => body.text)
    expect(texts).toContainEqual(expect.stringContaining('kann nicht mehr geantwortet werden'))
  })

  test('quotes the whole mail if no part of it is the sender’s', async () => {
    const { person, to } = await givenPost()

    await mailFrom(person, { to, body: '> Is this still true?' })

    const [answer] = await mailsTo(person.email)
    expect(answer?.body.text).toContain('No text written by you was found in it.')
    expect(answer?.body.text).toContain('> > Is this still true?')
  })

  test('quotes the beginning of a mail that is too large', async () => {
    const { person, page, to } = await givenPost()
    const key = randomUUID()
    await put(place(key), { Body: rawMail({ from: person.email, to, body: 'A film.' }) })

    await receiveMail.work({ Records: [{ s3: { object: { key, size: 40_000_000 } } }] })
    await settle()

    const texts = (await mailsTo(person.email)).map(({ body }) => body.text)
    expect(texts).toEqual([expect.stringMatching(/It is too long[^]+> A film\./)])
    expect(await commentsOn(person, page)).toEqual([])
  })

  test('leaves no text behind in the table', async () => {
    const { person, to } = await givenGone()
    const body = `Words ${randomUUID()}`

    await mailFrom(person, { to, body })

    expect((await mailsTo(person.email)).map((mail) => mail.body.text)).toEqual([
      expect.stringContaining(body),
    ])
    expect(await itemsWith([body])).toEqual([])
  })

  test.each<[string, MailOptions]>([
    ['whose sender is not proven', { dmarc: 'dmarc=none header.from=example.com' }],
    ['whose sender is forged', { dmarc: 'dmarc=fail header.from=example.com' }],
    ['of a machine', { headers: ['Auto-Submitted: auto-replied'] }],
    ['that came back', { returnPath: '' }],
    ['of a list', { headers: ['List-Id: <all.example.com>'] }],
    ['that asks for no answers', { headers: ['X-Auto-Response-Suppress: All'] }],
    ['with spam in it', { spam: 'FAIL' }],
    ['of a stranger', { from: 'Eve <eve@evil.example>' }],
    ['that several have sent', { headers: ['From: Eve <eve@evil.example>'] }],
  ])('returns no answer to a mail %s', async (_, options) => {
    const { person, to } = await givenGone()

    await mailFrom(person, { to, ...options })

    expect(await Promise.all([person.email, 'eve@evil.example'].map(mailsTo))).toEqual([[], []])
  })

  test('returns no answer if the address belongs to another person', async () => {
    const { to } = await givenGone()
    const other = await signedIn()

    await mailFrom(other, { to })

    expect(await mailsTo(other.email)).toEqual([])
  })
})

const textsTo = async ({ email }: { email: string }) =>
  (await mailsTo(email)).flatMap(({ subject, body }) => (/file/.test(subject) ? body.text : []))

describe('Reply by mail with files', () => {
  test('creates a comment without the files, and notifies the sender once', async () => {
    const { person, page, to } = await givenPost()
    const mail = { to, messageId: `<${randomUUID()}@example.com>`, ...attached('plan.pdf', 'Plan') }

    await mailFrom(person, mail, { deliveries: 2 })
    await mailFrom(person, mail)

    expect(await commentsOn(person, page)).toMatchObject([{ text: 'See the picture.' }])
    expect(await textsTo(person)).toEqual([
      expect.stringMatching(/without these files: plan\.pdf\.\n\nComments cannot have files\./),
    ])
  })

  test('notifies the sender of files beyond the tenth of a ticket message', async () => {
    const { requester } = await givenDesk()
    const { id } = await givenTicket(requester)
    const to = await addressOf(requester, { type: 'ticket', id })

    await mailFrom(requester, { to, ...attached('log.txt', 'Paper', { count: 11 }) })

    expect(await textsTo(requester)).toEqual([
      expect.stringMatching(/without these files: log\.txt\.\n\nA message can have at most 10 files/),
    ])
  })

  test('reports only the refusal if nothing was created', async () => {
    const { person, page, to } = await givenPost()

    await mailFrom(person, { to, ...attached('plan.pdf', 'Plan', { text: '' }) })

    expect(await commentsOn(person, page)).toEqual([])
    expect((await mailsTo(person.email)).map(({ body }) => body.text)).toEqual([
      expect.stringContaining('No text written by you was found'),
    ])
  })

  test('ignores the signature of the mail', async () => {
    const { person, to } = await givenPost()

    await mailFrom(person, { to, ...attached('smime.p7s', 'x', { type: 'application/pkcs7-signature' }) })

    expect(await textsTo(person)).toEqual([])
  })

  test('returns no answer if the sender is not authenticated', async () => {
    const { person, to } = await givenPost()

    await mailFrom(person, { to, dmarc: '', ...attached('plan.pdf', 'Plan') })

    expect(await textsTo(person)).toEqual([])
  })
})
