import { base64, entity, html, mail, multipart, text, type CorpusMail } from './builder.ts'

const inlinePng = (...headers: string[]) =>
  base64(['Content-Type: image/png', ...headers], 'bytes of a picture')

const jpeg = (name: string, disposition: string, ...headers: string[]) =>
  base64(
    [
      `Content-Type: image/jpeg; name="${name}"`,
      `Content-Disposition: ${disposition}; filename="${name}"`,
      ...headers,
    ],
    'bytes of a photograph',
  )

const pdf = (...headers: string[]) => base64(['Content-Type: application/pdf', ...headers], '%PDF-1.4')

/** One-pixel pictures, as used by trackers and spacers. */
const gifPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const pngPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

const event =
  'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Repair\r\nEND:VEVENT\r\nEND:VCALENDAR'
const invitation = (...headers: string[]) =>
  text(event, 'text/calendar; charset=UTF-8; method=REQUEST', ...headers)

const forwarded = (subject = 'The disk is broken', ...headers: string[]) =>
  entity(
    ['Content-Type: message/rfc822', ...headers],
    `From: Vendor <desk@vendor.example>\r\nTo: ada@example.com\r\nSubject: ${subject}\r\n` +
      'Content-Type: text/plain\r\n\r\nIt is broken.\r\n',
  )

const calendars = [
  mail(
    'Outlook, an invitation',
    multipart('alternative', [text('Please come.'), html('<p>Please come.</p>'), invitation()]),
    {
      whole: 'Please come.',
      files: ['invitation.ics'],
    },
  ),
  mail('Exchange, an invitation alone', invitation(), { whole: '', files: ['invitation.ics'] }),
  mail(
    'Google Calendar, an invitation twice',
    multipart('mixed', [
      multipart('alternative', [
        text('Repair\nFri 27 Mar'),
        html('<p>Repair</p><p>Fri 27 Mar</p>'),
        invitation(),
      ]),
      base64(
        [
          'Content-Type: application/ics; name="invite.ics"',
          'Content-Disposition: attachment; filename="invite.ics"',
        ],
        event,
      ),
    ]),
    { whole: 'Repair\nFri 27 Mar', files: ['invitation.ics', 'invite.ics'] },
  ),
  mail(
    'an event that is cancelled',
    multipart('mixed', [text('Off.'), text(event, 'text/calendar; method=CANCEL')]),
    {
      whole: 'Off.',
      files: ['invitation.ics'],
    },
  ),
]

const forwards = [
  mail('Thunderbird, forwarded as a file', multipart('mixed', [text('See this.'), forwarded()]), {
    whole: 'See this.',
    files: ['The disk is broken.eml'],
  }),
  mail(
    'Outlook, forwarded as a file with its disposition',
    multipart('mixed', [text('See this.'), forwarded('Disk', 'Content-Disposition: attachment')]),
    {
      whole: 'See this.',
      files: ['Disk.eml'],
    },
  ),
  mail(
    'Apple Mail, forwarded inline as a part',
    multipart('mixed', [text('See this.'), forwarded('Disk', 'Content-Disposition: inline')]),
    {
      whole: 'See this.',
      files: ['Disk.eml'],
    },
  ),
  mail('mutt, nothing but a forwarded mail', forwarded(), { whole: '', files: ['The disk is broken.eml'] }),
  mail(
    'a forwarded mail with an encoded subject',
    multipart('mixed', [text('x'), forwarded('=?UTF-8?B?R3LDvMOfZQ==?=')]),
    {
      whole: 'x',
      files: ['Grüße.eml'],
    },
  ),
  mail(
    'a forwarded mail with a folded subject',
    multipart('mixed', [text('x'), forwarded('The disk\r\n of Ada')]),
    {
      whole: 'x',
      files: ['The disk of Ada.eml'],
    },
  ),
  mail('a forwarded mail without a subject', multipart('mixed', [text('x'), forwarded('')]), {
    whole: 'x',
    files: ['attachment.eml'],
  }),
  mail(
    'a digest of two mails',
    multipart('mixed', [
      text('Both.'),
      multipart('digest', [entity([], 'Subject: One\r\n\r\n1'), entity([], 'Subject: Two\r\n\r\n2')]),
    ]),
    { whole: 'Both.', files: ['One.eml', 'Two.eml'] },
  ),
]

const photograph = (id: string) => jpeg(`IMG_${id}.jpeg`, 'inline', `Content-ID: <${id}@apple>`)

const pictures = [
  mail(
    'a phone, a picture without a name',
    multipart('mixed', [text('See.'), inlinePng('Content-Disposition: inline')]),
    {
      whole: 'See.',
      files: ['picture.png'],
    },
  ),
  mail('a phone, nothing but a picture', inlinePng(), { whole: '', files: ['picture.png'] }),
  mail('a phone, two pictures without names', multipart('mixed', [inlinePng(), inlinePng()]), {
    whole: '',
    files: ['picture.png', 'picture.png'],
  }),
  mail(
    'Apple Mail, photographs between texts',
    multipart('mixed', [text('Before.'), photograph('1'), text('Between.'), photograph('2'), text('After.')]),
    {
      whole: 'Before.\n\nBetween.\n\nAfter.',
      files: ['IMG_1.jpeg', 'IMG_2.jpeg'],
    },
  ),
  mail(
    'Apple Mail, photographs that no HTML shows',
    multipart('related;type="text/html"', [
      html('<p>See the photographs.</p>'),
      photograph('1'),
      photograph('2'),
    ]),
    {
      whole: 'See the photographs.',
      files: ['IMG_1.jpeg', 'IMG_2.jpeg'],
    },
  ),
  mail(
    'Apple Mail, photographs beside a plain text',
    multipart('related', [text('See the photographs.'), photograph('1')]),
    {
      whole: 'See the photographs.',
      files: ['IMG_1.jpeg'],
    },
  ),
  mail(
    'Apple Mail, HTML, a file and HTML',
    multipart('alternative', [
      text('Before.\n\nAfter.'),
      multipart('mixed', [
        html('<p>Before.</p>'),
        pdf('Content-Disposition: inline; filename=plan.pdf'),
        html('<p>After.</p>'),
      ]),
    ]),
    { whole: 'Before.\n\nAfter.', files: ['plan.pdf'] },
  ),
  mail(
    'Gmail, a picture in the text',
    multipart('related', [
      multipart('alternative', [
        text('See [image: shot.png]'),
        html('<div>See <img src="cid:ii_1" alt="shot.png"></div>'),
      ]),
      inlinePng(
        'Content-ID: <ii_1>',
        'X-Attachment-Id: ii_1',
        'Content-Disposition: inline; filename="shot.png"',
      ),
    ]),
    { whole: 'See [image: shot.png]', files: ['shot.png'] },
  ),
  mail(
    'Outlook, the logo of a signature',
    multipart('related', [
      html('<p>Hi</p><div id="Signature"><p>Ada</p><img src="cid:image001.png@01D"></div>'),
      inlinePng('Content-ID: <image001.png@01D>'),
    ]),
    { whole: 'Hi\n\nAda', files: [] },
  ),
  mail(
    'a picture of one point',
    multipart('related', [
      html('<p>Hi</p><img src="cid:p">'),
      base64(['Content-Type: image/gif', 'Content-ID: <p>'], gifPixel),
    ]),
    {
      whole: 'Hi',
      files: [],
    },
  ),
  mail(
    'a picture of one point that nothing shows',
    multipart('mixed', [html('<p>Hi</p>'), base64(['Content-Type: image/png'], pngPixel)]),
    {
      whole: 'Hi',
      files: [],
    },
  ),
  mail(
    'a page with its picture by location',
    multipart('related', [html('<p>Hi</p><img src="a.png">'), inlinePng('Content-Location: a.png')]),
    {
      whole: 'Hi',
      files: ['picture.png'],
    },
  ),
]

const scanner = (type: string, name: string, expected = name) =>
  mail(
    `a scanner, ${type} ${name}`.trim(),
    multipart('mixed', [
      text('Scanned.'),
      base64(
        [
          `Content-Type: ${type}`,
          ...(name === '' ? [] : [`Content-Disposition: attachment; filename="${name}"`]),
        ],
        'bytes',
      ),
    ]),
    { whole: 'Scanned.', files: [expected] },
  )

const devices = [
  scanner('application/pdf', 'Scan_0001.pdf'),
  scanner('application/pdf', '', 'attachment.pdf'),
  scanner('image/tiff', '', 'picture.tif'),
  scanner('application/octet-stream', '', 'attachment.bin'),
  mail('a scanner, nothing but a file', pdf(), { whole: '', files: ['attachment.pdf'] }),
  mail(
    'a scanner, a name by description',
    multipart('mixed', [text('x'), pdf('Content-Description: Scan of Friday.pdf')]),
    {
      whole: 'x',
      files: ['Scan of Friday.pdf'],
    },
  ),
  mail(
    'a telephone system, a voice message',
    multipart('mixed', [text('Call.'), base64(['Content-Type: audio/wav'], 'RIFF')]),
    {
      whole: 'Call.',
      files: ['attachment.wav'],
    },
  ),
  mail(
    'Exchange, winmail.dat',
    multipart('mixed', [
      text('x'),
      base64(['Content-Type: application/ms-tnef; name="winmail.dat"'], 'TNEF'),
    ]),
    {
      whole: 'x',
      files: ['winmail.dat'],
    },
  ),
  mail(
    'a contact without a name',
    multipart('mixed', [text('x'), text('BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD', 'text/vcard')]),
    {
      whole: 'x',
      files: ['contact.vcf'],
    },
  ),
  mail('a table without a name', multipart('mixed', [text('x'), text('a;b\r\n1;2', 'text/csv')]), {
    whole: 'x',
    files: ['attachment.csv'],
  }),
  mail(
    'a name in Content-Type alone',
    multipart('mixed', [
      text('x'),
      base64(['Content-Type: application/pdf; name="=?UTF-8?Q?=C3=9Cbersicht.pdf?="'], '%PDF'),
    ]),
    {
      whole: 'x',
      files: ['Übersicht.pdf'],
    },
  ),
  mail(
    'a name in pieces (RFC 2231)',
    multipart('mixed', [
      text('x'),
      base64(
        [
          'Content-Type: application/pdf',
          "Content-Disposition: attachment; filename*0*=UTF-8''%C3%9Cber; filename*1=sicht.pdf",
        ],
        '%PDF',
      ),
    ]),
    { whole: 'x', files: ['Übersicht.pdf'] },
  ),
  mail(
    'a raw name in windows-1252',
    multipart('mixed', [
      text('x'),
      base64(
        ['Content-Type: application/pdf', 'Content-Disposition: attachment; filename="\u00DCbersicht.pdf"'],
        '%PDF',
      ),
    ]),
    { whole: 'x', files: ['Übersicht.pdf'] },
  ),
]

/** Mails with files, arranged as mail programs and devices do it. */
export const files: CorpusMail[] = [...calendars, ...forwards, ...pictures, ...devices].map((one) => ({
  files: [],
  ...one,
}))
