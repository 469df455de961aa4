import { createHash, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { replyAddressFor } from '../../src/mail/reply-address.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { users } from '../../src/platform/identity/user.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { comments } from '../../src/wiki/comment/comment.ts'
import { call } from '../support/call.ts'
import { captureLog } from '../support/captured-log.ts'
import type { MailOptions } from '../support/given-mail.ts'
import {
  addressOf,
  attached,
  commentsOn,
  givenCategory,
  givenPost,
  mailFrom,
  ticketsOf,
} from '../support/given-answer.ts'
import { givenNotification } from '../support/given-notification.ts'
import { givenOwnPage } from '../support/given.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'
import { interruptRequest } from '../support/interrupted-request.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const { MAIL_INBOUND } = process.env
afterEach(() => Object.assign(process.env, { MAIL_INBOUND }))

describe('Reply by mail', () => {
  test('creates one comment by its sender, however often the mail is delivered', async () => {
    const { person, page, to } = await givenPost()
    const mail = { to: `Platform <${to}>`, body: 'It is.', messageId: `<${randomUUID()}@example.com>` }

    await mailFrom(person, mail, { deliveries: 2 })
    await mailFrom(person, mail)

    const comments = await commentsOn(person, page)
    expect(comments).toMatchObject([{ text: 'It is.', author: { id: person.id } }])
  })

  test('records `mail` as its origin for the history', async () => {
    const { person, page, to } = await givenPost()

    await mailFrom(person, { to })

    const { id } = (await commentsOn(person, page))[0]!
    const [item] = await getItems([comments.keyOf({ page_id: page.id, id })])
    expect(item).toMatchObject({ origin: { via: 'mail', actor_id: person.id } })
  })

  test('comments on the resource of a notification if it replies to the mail of one', async () => {
    const { author, page } = await givenOwnPage()
    await givenNotification(author, page)
    await settle()
    const [mail] = await mailsTo(author.email)

    await mailFrom(author, {
      to: mail?.replyTo.join(),
      subject: `Re: ${mail?.subject}`,
      body: 'Because.',
    })

    expect(mail?.replyTo).toHaveLength(1)
    expect(await commentsOn(author, page)).toMatchObject([{ text: 'Because.', author: { id: author.id } }])
  })

  test('adds one message with its files to the ticket, however often the mail is delivered', async () => {
    const { requester } = await givenDesk()
    const { id } = await givenTicket(requester)
    const to = await addressOf(requester, { type: 'ticket', id })

    await mailFrom(requester, { to, ...attached('log.txt', 'Paper jam') }, { deliveries: 2 })

    const { items } = (await call(listMessages, { as: requester, query: { ticket_id: id } })).body
    expect(items).toMatchObject([{ text: 'See the picture.', attachments: [{ name: 'log.txt' }] }])
    const file = { id: items[0]!.attachments[0]!.id as string }
    expect((await call(readContents, { as: requester, params: file })).status).toBe(307)
  })

  test('waits while an interrupted run may still be working on it', async () => {
    const { person, page, to } = await givenPost()
    const messageId = `<${randomUUID()}@example.com>`
    await mailFrom(person, { to, messageId })
    const key = `mail#${createHash('sha256').update(messageId).digest('base64url')}#comment`
    const leased_until = Math.floor(Date.now() / 1_000) + 30
    await interruptRequest(person, createComment, { key, params: { id: page.id }, leased_until })

    const { failed } = await mailFrom(person, { to, messageId }, { mayFail: true })

    expect(failed.messages).toMatchObject([{ queue: 'mail-events' }])
    expect(await commentsOn(person, page)).toHaveLength(1)
  })

  test('follows the current permissions, and writes no text into the log', async () => {
    const { person, page, to } = await givenPost({ visibility: 'private' })
    const outsider = await signedIn()
    const log = captureLog()

    await mailFrom(outsider, {
      to: await addressOf(outsider, { type: 'wiki_page', id: page.id }),
      body: 'Secret',
    })
    log.release()

    expect(await commentsOn(person, page)).toEqual([])
    expect(log.text()).toContain('wiki.page_not_found')
    expect(log.text()).not.toMatch(/Secret|@/)
    expect(to).not.toContain(person.id)
  })

  test.each([
    ['of somebody else, to whom it was forwarded', { isOther: true }],
    ['whose sender is forged, by DMARC', { dmarc: 'dmarc=fail header.from=example.com' }],
    ['whose sender nothing proves', { dmarc: '', dkim: '', returnPath: 'mallory@evil.example' }],
    ['with spam in it', { spam: 'FAIL' }],
    ['that was not looked through for viruses', { virus: 'GRAY' }],
    ['of somebody out of the office', { headers: ['Auto-Submitted: auto-replied'] }],
    ['of a list', { headers: ['Precedence: list'] }],
    ['that we have sent ourselves', { headers: [`X-Mail-Id: ${randomUUID()}`] }],
    [
      'that came back',
      { returnPath: ' ', headers: ['Content-Type: multipart/report; boundary="b1"'], body: '--b1--' },
    ],
    [
      'of a calendar',
      {
        headers: ['Content-Type: multipart/mixed; boundary="b1"'],
        body: [
          '--b1',
          '',
          'Ada accepts.',
          '--b1',
          'Content-Type: text/calendar; method=REPLY',
          '',
          '--b1--',
        ].join('\r\n'),
      },
    ],
    ['from two people', { headers: ['From: Eve <eve@evil.example>'] }],
    ['that says nothing', { body: '> Is this still true?' }],
  ])('creates no comment if it is a mail %s', async (_, options: MailOptions & { isOther?: boolean }) => {
    const { person, page, to } = await givenPost()

    await mailFrom(options.isOther ? await signedIn() : person, { to, ...options })

    expect(await commentsOn(person, page)).toEqual([])
  })

  test('creates no comment if the address was changed by one character', async () => {
    const { person, page, to } = await givenPost()
    const changed = to.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'))

    await mailFrom(person, { to: changed })

    expect(await commentsOn(person, page)).toEqual([])
  })

  test('creates no comment if its sender is inactive', async () => {
    const { person, page, to } = await givenPost({ visibility: 'internal' })
    await users.update(await users.get(person), { is_active: false })

    await mailFrom(person, { to })

    expect(await commentsOn(await signedIn(), page)).toEqual([])
  })

  test('needs an address, which exists only while mail is received and for types that accept replies', async () => {
    const { person, page } = await givenPost()

    const course = await replyAddressFor(person.id, { type: 'course', id: page.id })
    process.env['MAIL_INBOUND'] = ''
    const off = await replyAddressFor(person.id, { type: 'wiki_page', id: page.id })

    expect([course, off]).toEqual([undefined, undefined])
  })
})

describe('Mail to the address of a category', () => {
  test('opens one ticket of its sender, regardless of the case of the address', async () => {
    const { requester, address } = await givenCategory()
    const mail = {
      to: address.toUpperCase(),
      subject: 'The printer is on fire',
      messageId: `<${randomUUID()}@x>`,
    }

    await mailFrom(requester, { ...mail, body: 'It burns.' }, { deliveries: 2 })
    await mailFrom(requester, { ...mail, body: 'It burns.' })

    const tickets = await ticketsOf(requester)
    expect(tickets).toMatchObject([
      { subject: 'The printer is on fire', category: 'hardware', message_count: 1 },
    ])
  })

  test('attaches its files to the first message', async () => {
    const { requester, address } = await givenCategory()

    await mailFrom(requester, { to: address, ...attached('log.txt', 'Paper jam') })

    const { id } = (await ticketsOf(requester))[0]!
    const { items } = (await call(listMessages, { as: requester, query: { ticket_id: id } })).body
    expect(items).toMatchObject([{ text: 'See the picture.', attachments: [{ name: 'log.txt' }] }])
  })

  test.each([
    ['a stranger', { from: 'Eve <eve@evil.example>' }],
    ['somebody whose domain says nothing', { dmarc: 'dmarc=none header.from=example.com' }],
  ])('opens no ticket and logs no address if it is from %s', async (_, options) => {
    const { requester, admin, address } = await givenCategory()
    const before = await ticketsOf(admin)
    const log = captureLog()

    await mailFrom(requester, { to: address, ...options })
    log.release()

    expect(await ticketsOf(admin)).toEqual(before)
    expect(log.text()).toContain('mail refused')
    expect(log.text()).not.toMatch(/evil\.example|@/)
  })
})
