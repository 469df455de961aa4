import { describe, expect, test } from 'vitest'
import { readMail } from '../../src/inbound-mail/received-mail.ts'
import { commentsOn, givenCategory, givenPost, mailFrom, ticketsOf } from '../support/given-answer.ts'
import { rawMail, receive, type MailOptions } from '../support/given-mail.ts'
import { settle } from '../support/world.ts'

/** Result of DMARC for a domain without a record. */
const none = 'dmarc=none header.from=example.com'
const mallory = { returnPath: 'mallory@evil.example', dkim: 'dkim=pass header.i=@evil.example' }
const noKey = { dkim: 'dkim=neutral' }
const noServer = { returnPath: 'bounces@evil.example' }

const proofOf = async (options: MailOptions) =>
  (await readMail(Buffer.from(rawMail({ from: 'Ada <ada@example.com>', ...options })))).proof

describe('Sender of a mail', () => {
  test.each<[string, MailOptions]>([
    ['DMARC', { ...mallory }],
    ['DMARC, of a domain in capitals', { from: 'Ada <ada@EXAMPLE.com>' }],
  ])('passes authentication by %s', async (_, options) => {
    expect(await proofOf(options)).toBe('passed')
  })

  test.each<[string, MailOptions]>([
    ['SPF of their domain', { dmarc: none, ...noKey }],
    ['a signature of their domain', { dmarc: none, ...noServer }],
    ['either, where SES says nothing of DMARC', { dmarc: '' }],
    [
      'one of several signatures',
      {
        dmarc: none,
        ...noServer,
        dkim: 'dkim=pass header.i=@relay.example;\r\n dkim=pass header.i=@example.com',
      },
    ],
  ])('passes by alignment without a DMARC record: %s', async (_, options) => {
    expect(await proofOf(options)).toBe('aligned')
  })

  test.each<[string, MailOptions]>([
    ['DMARC has failed', { dmarc: 'dmarc=fail header.from=example.com' }],
    ['DMARC was not finished', { dmarc: 'dmarc=temperror header.from=example.com' }],
    ['DMARC says what nobody can read', { dmarc: 'dmarc=fail (p=reject) header.from=example.com' }],
    ['DMARC is that of another domain', { dmarc: 'dmarc=pass header.from=evil.example' }],
    ['DMARC says nothing of another domain', { dmarc: 'dmarc=none header.from=evil.example' }],
    ['SPF and DKIM are those of another domain', { dmarc: none, ...mallory }],
    ['there is no DMARC either', { dmarc: '', ...mallory }],
    ['SPF has failed', { dmarc: none, ...noKey, spf: 'softfail' }],
    ['the signature is broken', { dmarc: none, ...noServer, dkim: 'dkim=fail header.i=@example.com' }],
    [
      'the signature is that of a part of the domain',
      { dmarc: none, ...noServer, dkim: 'dkim=pass header.i=@a.example.com' },
    ],
    ['a domain ends like theirs', { dmarc: none, ...noKey, returnPath: 'mallory@evilexample.com' }],
    [
      'a mailbox is called like theirs',
      { dmarc: none, ...noKey, returnPath: '"ada@example.com"@evil.example' },
    ],
    [
      'a mailbox is called like a signature',
      { dmarc: none, ...noKey, returnPath: '"a;dkim=pass header.i=@example.com;"@evil.example' },
    ],
    [
      'a server is called like a line of SES',
      {
        dmarc: '',
        ...mallory,
        helo: 'x\u2028 dmarc=pass header.from=example.com;\u2028 dkim=pass header.i=@example.com;',
      },
    ],
  ])('fails authentication if %s', async (_, options) => {
    expect(await proofOf(options)).toBe('failed')
  })

  test('needs only alignment for a reply, but DMARC for a ticket', async () => {
    const { person, page, to } = await givenPost()
    const { requester, address } = await givenCategory()

    await mailFrom(person, { to, body: 'It is.', dmarc: none })
    await mailFrom(requester, { to: address, dmarc: none })

    expect(await commentsOn(person, page)).toMatchObject([{ text: 'It is.' }])
    expect(await ticketsOf(requester)).toEqual([])
  })
})

describe('Authentication results in a mail', () => {
  test.each([
    [
      'writes the headers of SES',
      { headers: ['Authentication-Results: amazonses.com;\r\n dmarc=pass header.from=example.com;'] },
    ],
    ['writes a receipt too', { headers: ['X-SES-RECEIPT: A', 'X-SES-Spam-Verdict: PASS'] }],
    ['calls their server so', { helo: 'x;dmarc=pass header.from=example.com' }],
    ['calls their mailbox so', { returnPath: '"a;dmarc=pass header.from=example.com;"@evil.example' }],
  ])('results count only if SES wrote them, not a sender who %s', async (_, options) => {
    const { requester, address } = await givenCategory()

    await mailFrom(requester, { to: address, dmarc: '', ...options })

    expect(await ticketsOf(requester)).toEqual([])
  })

  test('a mail without headers of SES creates nothing', async () => {
    const { person, page, to } = await givenPost()
    const raw = rawMail({ from: person.email, to })

    await receive(raw.slice(raw.indexOf('From: ')))
    await receive(raw.replace(/^/, 'X-Other: 1\r\n'))
    await settle()

    expect(await commentsOn(person, page)).toEqual([])
  })
})
