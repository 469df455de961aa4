import { base64, entity, html, mail, multipart, text, type CorpusMail } from './builder.ts'

const pdf = (...headers: string[]) => base64(['Content-Type: application/pdf', ...headers], '%PDF-1.4')

const signed = (type: string, name: string) =>
  mail(
    `signed, ${type}`,
    multipart(`signed; protocol="${type}"`, [
      text('Hi'),
      base64([`Content-Type: ${type}; name="${name}"`], 'signature'),
    ]),
    { whole: 'Hi', files: [] },
  )

const secured = [
  signed('application/pkcs7-signature', 'smime.p7s'),
  signed('application/x-pkcs7-signature', 'smime.p7s'),
  signed('application/pgp-signature', 'signature.asc'),
  mail(
    'the signature of a file',
    multipart('mixed', [
      text('x'),
      pdf('Content-Disposition: attachment; filename=a.pdf'),
      base64(['Content-Type: application/pgp-signature; name="a.pdf.asc"'], 'sig'),
    ]),
    {
      whole: 'x',
      files: ['a.pdf', 'a.pdf.asc'],
    },
  ),
  mail(
    'a mail in cipher',
    multipart('encrypted; protocol="application/pgp-encrypted"', [
      text('Version: 1', 'application/pgp-encrypted'),
      text('-----BEGIN PGP MESSAGE-----', 'application/octet-stream; name="encrypted.asc"'),
    ]),
    { whole: '', files: ['attachment.pgp', 'encrypted.asc'] },
  ),
]

const broken = [
  ...[
    'text',
    'plain/text',
    '',
    ';charset=utf-8',
    'TEXT',
    'text/',
    'plain',
    '"text/plain"x',
    'content/unknown',
  ].map((type) =>
    mail(`a content type of ${JSON.stringify(type)}`, text('It burns.', '', `Content-Type: ${type}`), {
      whole: 'It burns.',
      files: [],
    }),
  ),
  mail('a content type without its semicolon', text('<p>It burns.</p>', 'text/html charset=utf-8'), {
    whole: 'It burns.',
  }),
  mail('HTML that says it is html', text('<html><body><p>It burns.</p></body></html>', 'html'), {
    whole: 'It burns.',
  }),
  mail(
    'a part of a content type that cannot be read',
    multipart('mixed', [text('It burns.', 'text'), pdf()]),
    { whole: 'It burns.', files: ['attachment.pdf'] },
  ),
  mail(
    'a multipart without its boundary',
    multipart('mixed', [text('It burns.'), pdf('Content-Disposition: attachment; filename=a.pdf')], {
      declared: false,
    }),
    {
      whole: 'It burns.',
      files: ['a.pdf'],
    },
  ),
  mail('a multipart without any boundary', entity(['Content-Type: multipart/mixed'], 'It burns.'), {
    whole: 'It burns.',
  }),
  mail(
    'a multipart of another boundary',
    entity(['Content-Type: multipart/mixed; boundary="other"'], multipart('mixed', [text('It burns.')]).body),
    {
      whole: 'It burns.',
    },
  ),
  mail(
    'a multipart whose parts have no headers',
    entity(['Content-Type: multipart/mixed; boundary=b'], '--b\r\n\r\nIt burns.\r\n--b--'),
    { whole: 'It burns.' },
  ),
  mail(
    'a multipart that is cut off',
    entity(
      ['Content-Type: multipart/mixed; boundary=b'],
      '--b\r\nContent-Type: text/plain\r\n\r\nIt burns.\r\n--b\r\nContent-Type: image/png\r\n\r\nab',
    ),
    {
      whole: 'It burns.',
      files: ['picture.png'],
    },
  ),
  mail(
    'a multipart with a preamble',
    multipart('mixed', [text('It burns.')], { preamble: 'This is a multi-part message in MIME format.' }),
    {
      whole: 'It burns.',
    },
  ),
  mail(
    'an unknown transfer encoding',
    entity(['Content-Type: text/plain', 'Content-Transfer-Encoding: x-none'], 'It burns.'),
    { whole: 'It burns.' },
  ),
]

const fire = 'It burns on floor four since noon, and nobody comes to put it out.'
const noClient = 'Your mail program cannot show this message.'

const texts = [
  mail(
    'a ticket system, a body with a name',
    text('It burns.', 'text/plain; name="body.txt"', 'Content-Disposition: inline; filename="body.txt"'),
    {
      whole: 'It burns.',
    },
  ),
  mail(
    'a gateway, a body that it calls an attachment',
    text('It burns.', 'text/plain', 'Content-Disposition: attachment'),
    { whole: 'It burns.' },
  ),
  mail(
    'Apple Mail, a text file shown inline',
    multipart('mixed', [
      text('See the log.'),
      text('Paper jam', 'text/plain; name=log.txt', 'Content-Disposition: inline; filename=log.txt'),
    ]),
    {
      whole: 'See the log.',
      files: ['log.txt'],
    },
  ),
  mail(
    'a page as a file',
    multipart('mixed', [
      text('See the page.'),
      html('<p>Page</p>', 'Content-Disposition: attachment; filename=page.html'),
    ]),
    {
      whole: 'See the page.',
      files: ['page.html'],
    },
  ),
  mail(
    'Exchange, HTML and the text of a list below it',
    multipart('mixed', [html('<p>It burns.</p>'), text('-- \nA list')]),
    { whole: 'It burns.\n\n-- \nA list' },
  ),
  mail(
    'an alternative whose plain part is empty',
    multipart('alternative', [text(' \r\n'), html('<p>It burns.</p>')]),
    { whole: 'It burns.' },
  ),
  mail(
    'an alternative whose plain part only excuses itself',
    multipart('alternative', [text(noClient), html(`<p>${fire}</p>`)]),
    {
      whole: fire,
    },
  ),
  mail(
    'an alternative whose HTML cannot be read',
    multipart('alternative', [text('It burns.'), html('<div>'.repeat(20_000))]),
    { whole: 'It burns.' },
  ),
  mail('HTML that is too deep', html(`${'<div>'.repeat(20_000)}It burns.`), { whole: 'It burns.' }),
  mail('nothing but Markdown', text('It *burns*.', 'text/markdown'), { whole: 'It *burns*.' }),
  mail('nothing but text of an unknown kind', text('It burns.', 'text/x-made-up'), { whole: 'It burns.' }),
  mail(
    'rich text beside a plain one',
    multipart('alternative', [text('It burns.'), text('<bold>It</bold> burns.', 'text/enriched')]),
    {
      whole: 'It burns.',
      files: ['attachment.txt'],
    },
  ),
]

/** Mails that are signed, broken, or structured in an unusual way. */
export const structures: CorpusMail[] = [...secured, ...broken, ...texts].map((one) => ({
  files: [],
  ...one,
}))
