import { describe, expect, test } from 'vitest'
import { readMail } from '../../src/inbound-mail/received-mail.ts'
import { givenCategory, mailFrom, messagesOf, ticketsOf } from '../support/given-answer.ts'
import { rawMail } from '../support/given-mail.ts'

const read = async (...lines: string[]) => readMail(Buffer.from(rawMail({ body: lines.join('\r\n') })))
const answerOf = async (...lines: string[]) => (await read(...lines)).readReply()?.text.split(/\n+/)

const attribution = 'On Fri, 27 Mar 2026 at 10:22, Platform <no-reply@example.com> wrote:'
const others = 'On Fri, 27 Mar 2026 at 10:22, Vendor <desk@vendor.example> wrote:'
const outlook = (from: string) => [
  `From: ${from}`,
  'Sent: Friday',
  'To: Ada',
  'Subject: Disk',
  '',
  'It is broken.',
]

describe('Reply by mail', () => {
  test.each([
    ['two dashes', ['First.', '--', 'Second.']],
    ['a line that begins like that of a telephone', ['Help!', 'Sent from my desk I see smoke.']],
    [
      'a closing formula, and what is below it',
      ['Do it.', 'Cheers,', 'Ada', 'PS: the key is under the mat.'],
    ],
    ['a quote at its end that nobody has mailed', ['The manual says:', '> Press it twice.']],
    ['a mail of somebody else', ['See below.', others, '> It is broken.']],
    ['a mail of somebody else, by Outlook', ['See below.', '', ...outlook('Vendor <desk@vendor.example>')]],
  ])('keeps %s', async (_, lines) => {
    expect(await answerOf(...lines)).toEqual(lines.filter(Boolean))
  })

  test('keeps quotes between its sentences, and no others', async () => {
    const lines = [attribution, '> Is it true?', 'Yes.', '> Since when?', 'Since Friday.']

    expect(await answerOf(...lines, '> Stop mails like this')).toEqual(lines)
  })

  test('keeps a forwarded mail if it has no other text', async () => {
    expect(await answerOf('', ...outlook('Vendor <desk@vendor.example>'))).toContain('It is broken.')
  })

  test.each([
    [
      'below what somebody else has mailed',
      ['Yes.', '', others, '> It is broken.', '', attribution, '> So?'],
      ['Yes.', others, '> It is broken.'],
    ],
    ['above it, as a whole', [attribution, '> Is it true?', '', 'Yes.'], ['Yes.']],
    [
      'below it, without an address',
      ['Yes.', '', 'Am 27.03.26 um 10:22 schrieb Enterprise platform:', '> Is it true?'],
      ['Yes.'],
    ],
    [
      'below it, by Outlook on the web',
      ['Yes.', '_'.repeat(32), ...outlook('Platform <no-reply@example.com>')],
      ['Yes.'],
    ],
    [
      'below the line of a telephone',
      [
        'Yes.',
        '',
        'Get Outlook for iOS<https://aka.ms/o0ukef>',
        '_'.repeat(32),
        ...outlook('Platform <no-reply@example.com>'),
      ],
      ['Yes.'],
    ],
  ])('leaves out a quote of our mail %s', async (_, lines, expected) => {
    expect(await answerOf(...lines)).toEqual(expected)
  })

  test.each([
    ['a mail of ours', [attribution, '> Is it true?']],
    ['a quote', ['> Is it true?']],
    ['a signature', ['-- ', 'Ada']],
  ])('yields no text if it is nothing but %s', async (_, lines) => {
    expect(await answerOf(...lines)).toEqual([''])
  })
})

describe('New ticket by mail', () => {
  test('contains the whole text, including a forwarded mail and a signature', async () => {
    const { requester, address } = await givenCategory()
    const lines = [
      'Please help.',
      '',
      ...outlook('Platform <no-reply@example.com>'),
      '> So?',
      '',
      '-- ',
      'Ada',
    ]

    await mailFrom(requester, { to: address, body: lines.join('\r\n') })

    const { id } = (await ticketsOf(requester))[0]!
    const { text } = (await messagesOf(requester, id))[0]!
    expect(text.split(/\r?\n/)).toEqual(lines)
  })

  test.each([
    ['plain', 'https://example.com/account/password#token='],
    ['rewritten by Outlook', 'https://eur01.safelinks.example/?url=https%3A%2F%2Fexample.com%2F%3Ftoken%3D'],
  ])('contains no link that another person could use, %s', async (_, link) => {
    const token = `01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11.Bz3qKx7m_WvT1`

    const text = (
      await read(`Is this yours? <${link}${token}>`, 'https://vendor.example/?token=a.b')
    ).readAll()?.text

    expect(text).toBe(`Is this yours? <${link}…>\nhttps://vendor.example/?token=a.b`)
  })
})
