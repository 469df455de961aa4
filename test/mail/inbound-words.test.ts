import { describe, expect, test } from 'vitest'
import { postTicket } from '../../src/inbound-mail/inbound-message.ts'
import {
  addressOf,
  attached,
  givenCategory,
  mailFrom,
  messagesOf,
  ticketsOf,
} from '../support/given-answer.ts'
import type { MailOptions } from '../support/given-mail.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'

const encoded = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/** Returns the only ticket that a mail to a category opens, and its messages. */
const ticketOf = async (options: MailOptions) => {
  const { requester, address } = await givenCategory()
  await mailFrom(requester, { to: address, ...options })
  const tickets = await ticketsOf(requester)
  expect(tickets).toHaveLength(1)
  return { subject: tickets[0]!.subject as string, messages: await messagesOf(requester, tickets[0]!.id) }
}

describe('Ticket opened by mail', () => {
  test('opens with any subject and any file name', async () => {
    const { subject, messages } = await ticketOf({
      subject: encoded(`\u0007${'a'.repeat(252)}\u202E ${'👋'.repeat(9)}`),
      ...attached('..', 'Paper jam'),
    })

    expect(subject).toBe(`${'a'.repeat(252)} 👋`)
    expect(messages).toMatchObject([{ text: 'See the picture.', attachments: [{ name: 'attachment' }] }])
  })

  test('uses the subject as its text if the mail has no other', async () => {
    const { subject, messages } = await ticketOf({ subject: 'The printer is on fire', body: '' })

    expect(subject).toBe('The printer is on fire')
    expect(messages).toMatchObject([{ text: 'The printer is on fire' }])
  })
})

const alone = (type: string, ...lines: string[]) => ({
  subject: 'Repair',
  headers: [`Content-Type: ${type}`],
  body: lines.join('\r\n'),
})

describe('Mail of one part without a name', () => {
  test.each<[string, MailOptions, object]>([
    [
      'a calendar invitation',
      alone('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR', 'END:VCALENDAR'),
      { name: 'invitation.ics', content_type: 'text/calendar' },
    ],
    [
      'a forwarded mail',
      alone('message/rfc822', 'Subject: The disk is broken', '', 'It is.'),
      { name: 'The disk is broken.eml', content_type: 'message/rfc822' },
    ],
    [
      'a picture',
      alone('image/png', 'bytes of a picture'),
      { name: 'picture.png', content_type: 'image/png' },
    ],
  ])('opens a ticket with its file: %s', async (_, mail, file) => {
    const { subject, messages } = await ticketOf(mail)

    expect(subject).toBe('Repair')
    expect(messages).toMatchObject([{ text: 'Repair', attachments: [file] }])
  })

  test.each(['text', 'plain/text', '', 'multipart/mixed'])(
    'opens a ticket with its text although its content type is %j',
    async (type) => {
      const { messages } = await ticketOf(alone(type, 'It burns.'))

      expect(messages).toMatchObject([{ text: 'It burns.', attachments: [] }])
    },
  )

  test('attaches a text that is too long for a message as a file', async () => {
    const lines = Array.from({ length: 6_000 }, (_, number) => `line ${number}`)

    const { messages } = await ticketOf({ body: lines.join('\r\n') })

    expect(messages[0]!.text).toMatch(/^line 0\nline 1\n[^]*\n\n… message\.txt$/)
    expect(messages).toMatchObject([{ attachments: [{ name: 'message.txt', content_type: 'text/plain' }] }])
  })
})

test('A person whose name has an unquoted comma can open a ticket', async () => {
  const { requester, address } = await givenCategory()

  await mailFrom(requester, { to: address, from: `User, Uma <${requester.email}>`, body: 'It burns.' })

  expect(await ticketsOf(requester)).toHaveLength(1)
})

describe('File of a mail', () => {
  test('leaves out a rejected file and keeps the text', async () => {
    const { requester } = await givenDesk()
    const file = { content_type: 'text/plain', bytes: Buffer.from('Paper jam') }
    const files = [
      { ...file, name: 'a/b.txt' },
      { ...file, name: 'log.txt' },
    ]
    const actor = { id: requester.id, name: requester.name, role: 'user', groups: [] } as const

    const letter = { id: requester.id, subject: 'Fire', text: 'It burns.', files }
    const left = await postTicket({ actor, isContact: false }, 'hardware', letter)

    const { id } = (await ticketsOf(requester))[0]!
    expect(await messagesOf(requester, id)).toMatchObject([
      { text: 'It burns.\n\nFiles not added: a/b.txt', attachments: [{ name: 'log.txt' }] },
    ])
    expect(left.files).toEqual(['a/b.txt'])
  })

  test('leaves out a file for which the sender’s storage is full, and keeps the text', async () => {
    process.env['LIMIT_STORAGE_GB'] = '5e-9'
    const { messages } = await ticketOf(attached('log.txt', 'Paper jam')).finally(
      () => delete process.env['LIMIT_STORAGE_GB'],
    )

    expect(messages).toMatchObject([
      { text: 'See the picture.\n\nFiles not added: log.txt', attachments: [] },
    ])
  })

  test('leaves out files beyond the tenth, which the message names', async () => {
    const { messages } = await ticketOf(attached('log.txt', 'Paper jam', { count: 12 }))

    expect(messages).toMatchObject([{ text: 'See the picture.\n\nFiles not added: log.txt, log.txt' }])
    expect(messages[0]!.attachments).toHaveLength(10)
  })

  test('suffices as a message of a ticket without text', async () => {
    const { requester } = await givenDesk()
    const { id } = await givenTicket(requester)

    await mailFrom(requester, {
      to: await addressOf(requester, { type: 'ticket', id }),
      ...attached('log.txt', 'Paper jam', { text: '' }),
    })

    expect(await messagesOf(requester, id)).toMatchObject([
      { text: 'log.txt', attachments: [{ name: 'log.txt' }] },
    ])
  })
})
