import { describe, expect, test } from 'vitest'
import { readMail } from '../../src/inbound-mail/received-mail.ts'
import { attached } from '../support/given-answer.ts'
import { rawMail, type MailOptions } from '../support/given-mail.ts'

const read = async (options: MailOptions) => {
  const mail = await readMail(Buffer.from(rawMail(options), 'latin1'))
  return { ...mail, ...mail.readReply() }
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const encoded = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

const typed = (type: string, encoding = '8bit') => [
  `Content-Type: ${type}`,
  `Content-Transfer-Encoding: ${encoding}`,
]

const html = (body: string) => ({ headers: typed('text/html; charset=UTF-8'), body: utf8(body) })

const alternatives = (plain: string, rich: string) => ({
  headers: ['Content-Type: multipart/alternative; boundary="b1"'],
  body: [
    '--b1',
    ...typed('text/plain; charset=UTF-8'),
    '',
    utf8(plain),
    '--b1',
    ...typed('text/html; charset=UTF-8'),
    '',
    utf8(rich),
    '--b1--',
  ].join('\r\n'),
})

const outlook = (from: string, lines: string[]) =>
  ['Yes.', '', `${from} Platform <no-reply@example.com>`, ...lines, '', 'Is this still true?'].join('\n')

const quoted = '> Ada Lovelace commented on “Welcome”\n> Is this still true?'

describe('Text of a mail', () => {
  test.each([
    ['UTF-8', typed('text/plain; charset=UTF-8'), utf8('Schöne Grüße 👋'), 'Schöne Grüße 👋'],
    ['ISO-8859-1', typed('text/plain; charset=ISO-8859-1'), 'Sch\xf6n', 'Schön'],
    ['ISO-2022-JP', typed('text/plain; charset=ISO-2022-JP', '7bit'), '\x1b$BF|K\\8l\x1b(B', '日本語'],
    [
      'quoted-printable',
      typed('text/plain; charset=UTF-8', 'quoted-printable'),
      'Sch=C3=B6n, und =\r\nlang',
      'Schön, und lang',
    ],
    ['base64', typed('text/plain; charset=UTF-8', 'base64'), base64(Buffer.from('C’est ça')), 'C’est ça'],
    ['a charset that nobody knows', typed('text/plain; charset=x-klingon'), 'Hello', 'Hello'],
  ])('decodes %s', async (_, headers, body, text) => {
    expect((await read({ headers, body })).text).toBe(text)
  })

  test.each([
    [
      'Gmail, English',
      `Yes.\n\nOn Fri, 27 Mar 2026 at 10:22, Platform <no-reply@example.com> wrote:\n\n${quoted}`,
    ],
    [
      'Gmail, German',
      `Yes.\n\nAm Fr., 27. März 2026 um 10:22 Uhr schrieb Platform <no-reply@example.com>:\n\n${quoted}`,
    ],
    [
      'Gmail, French',
      `Yes.\n\nLe ven. 27 mars 2026 à 10:22, Platform <no-reply@example.com> a écrit :\n\n${quoted}`,
    ],
    [
      'Gmail, Spanish',
      `Yes.\n\nEl vie, 27 mar 2026 a las 10:22, Platform (<no-reply@example.com>) escribió:\n\n${quoted}`,
    ],
    [
      'Apple Mail, English',
      `Yes.\n\n> On 27. Mar 2026, at 10:22, Platform <no-reply@example.com> wrote:\n> \n${quoted}`,
    ],
    [
      'Apple Mail, German',
      `Yes.\n\n> Am 27.03.2026 um 10:22 schrieb Platform <no-reply@example.com>:\n> \n${quoted}`,
    ],
    [
      'Outlook, English',
      outlook('From:', ['Sent: Friday, March 27, 2026 10:22 AM', 'To: Ada', 'Subject: Welcome']),
    ],
    [
      'Outlook, German',
      outlook('Von:', ['Gesendet: Freitag, 27. März 2026 10:22', 'An: Ada', 'Betreff: Welcome']),
    ],
    [
      'Outlook, French',
      outlook('De :', ['Envoyé : vendredi 27 mars 2026 10:22', 'À : Ada', 'Objet : Welcome']),
    ],
    [
      'Outlook, Spanish',
      outlook('De:', ['Enviado: viernes, 27 de marzo de 2026 10:22', 'Para: Ada', 'Asunto: Welcome']),
    ],
    [
      'a telephone',
      `Yes.\n\nSent from my iPhone\n\n> On 27 Mar 2026, at 10:22, Platform <no-reply@example.com> wrote:\n${quoted}`,
    ],
    ['somebody who signs', 'Yes.\n\n-- \nAda Lovelace\nHead of Research'],
  ])('ends where the quoted mail or the signature begins: %s', async (_, body) => {
    expect((await read({ headers: typed('text/plain; charset=UTF-8'), body: utf8(body) })).text).toBe('Yes.')
  })

  test('comes from the plain part if there is an HTML part as well', async () => {
    expect((await read(alternatives('Yes, *now*.', '<p>Yes, <b>now</b>.</p>'))).text).toBe('Yes, *now*.')
  })

  test.each([
    [
      'Gmail',
      '<div dir="ltr">Yes, <b>now</b>.<div>Thanks</div></div><br><div class="gmail_quote"><div class="gmail_attr">' +
        'On Fri, 27 Mar 2026 at 10:22, Platform &lt;no-reply@example.com&gt; wrote:<br></div>' +
        '<blockquote class="gmail_quote">Is this still true?</blockquote></div>',
    ],
    [
      'Outlook',
      '<html><head><style>p{margin:0}</style></head><body><p>Yes, <b>now</b>.</p><p>Thanks</p><hr>' +
        '<div id="divRplyFwdMsg"><b>From:</b> Platform &lt;no-reply@example.com&gt;<br><b>Sent:</b> Friday<br>' +
        '<b>To:</b> Ada</div><div>Is this still true?</div></body></html>',
    ],
  ])('comes from the HTML of %s if there is no plain part', async (_, body) => {
    expect((await read(html(body))).text?.replace(/\n+/g, ' ')).toBe('Yes, now. Thanks')
  })

  test.each([
    ['control characters', 'a\u0000b\u0007c', 'a b c'],
    ['characters that turn the direction of the text', 'invoice-\u202Efdp.exe', 'invoice-fdp.exe'],
    ['separators of lines', 'a\u2028b\u2029c', 'a b c'],
    ['more than 255 characters', 'a'.repeat(256), 'a'.repeat(255)],
    ['half a character where it is cut', `${'a'.repeat(254)}👋`, 'a'.repeat(254)],
    ['nothing that can be seen', '\u200B\u200D', ''],
    ['one character made of three', '👨‍👩‍👧', '👨‍👩‍👧'],
  ])('yields a subject that is valid for a ticket, from %s', async (_, subject, expected) => {
    expect((await read({ subject: encoded(subject) })).subject).toBe(expected)
  })

  test.each([
    ['..', 'attachment'],
    ['invoice-\u202Efdp.exe', 'invoice-fdp.exe'],
    ['a/b.txt', 'a_b.txt'],
    [' ', 'attachment'],
  ])('renames the file %j to %j', async (name, expected) => {
    const { files } = await read(attached(utf8(name), 'Paper jam'))

    expect(files).toMatchObject([{ name: expected }])
  })

  test.each([
    ['message/rfc822', 'Fire.eml'],
    ['application/pdf', 'attachment.pdf'],
    ['image/png', 'picture.png'],
    ['x-made/up', 'attachment.bin'],
  ])('names a file of the type %s without a name %s', async (type, expected) => {
    const parts = [typed('text/plain'), [...typed(type, '7bit'), 'Content-Disposition: attachment']]
    const body = [...parts.flatMap((headers) => ['--b1', ...headers, '', 'Subject: Fire\r\n']), '--b1--']

    const headers = ['Content-Type: multipart/mixed; boundary="b1"']
    const { files } = await read({ headers, body: body.join('\r\n') })

    expect(files).toMatchObject([{ name: expected }])
  })

  test('yields a subject of one line, whatever the header contains', async () => {
    const { subject } = await read({ subject: '=?UTF-8?Q?Drucker=0D=0ABcc:_all=40example.com?=' })

    expect(subject).toBe('Drucker Bcc: all@example.com')
  })
})

describe('Hostile mail', () => {
  const nested = (depth: number) =>
    Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
    ).join('')

  test.each([
    ['is nested deeply', { headers: [], body: `\r\n${nested(2_000)}` }],
    [
      'has a million parts',
      {
        headers: ['Content-Type: multipart/mixed; boundary=b'],
        body: '--b\r\n\r\n'.repeat(1_000_000),
      },
    ],
    [
      'has a thousand parts of HTML',
      {
        headers: ['Content-Type: multipart/mixed; boundary=b'],
        body: `--b\r\nContent-Type: text/html\r\n\r\n${'<table><tr><td>'.repeat(1_000)}\r\n`.repeat(1_000),
      },
    ],
    ['is HTML of tags without an end', html('<style'.repeat(400_000))],
    ['has headers of a megabyte', { headers: [`X-Long: ${'a'.repeat(1_000_000)}`] }],
    ['is HTML as deep as it is long', html('<div>'.repeat(80_000))],
    ['is all quote headers', { body: 'Op a\nschreef x\n'.repeat(5_000) }],
    ['is all blank lines', { body: ' \r\n'.repeat(50_000) }],
    ['has lines that never end', { body: '-'.repeat(5_000_000) }],
  ])('takes seconds at most to be read or rejected if it %s', async (_, options) => {
    const began = performance.now()

    await read(options).catch(() => {})

    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
