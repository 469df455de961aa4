import { entity, escaped, html, mail, multipart, text, wrap, type CorpusMail } from './builder.ts'
import { htmlPrograms } from './html-programs.ts'
import { gmailLanguages, outlookLanguages } from './languages.ts'
import { outlookHead, plainPrograms } from './plain-programs.ts'
import { answer, marked, quoted, quotedHtml } from './quoted.ts'

const plain = (...lines: string[]) => text(lines.join('\n').replaceAll('\n', '\r\n'))

const gmailHtml = (line: string, answer: string) =>
  `<div dir="ltr">${answer}</div><br><div class="gmail_quote gmail_quote_container">` +
  '<div dir="ltr" class="gmail_attr">' +
  `${escaped(line).replace(/&lt;(.*)&gt;/, '&lt;<a href="mailto:no-reply@example.com">$1</a>&gt;')}<br></div>` +
  `<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">` +
  `${quotedHtml}</blockquote></div>`

/** Gmail in each language: with the plain part as Gmail wraps it, and with the HTML alone, as some relays leave it. */
const gmail = Object.entries(gmailLanguages).flatMap(([language, [line, answer]]): CorpusMail[] => [
  mail(
    `Gmail ${language}`,
    multipart('alternative', [plain(answer, '', wrap(line), '', marked, ''), html(gmailHtml(line, answer))]),
    { reply: answer },
  ),
  mail(`Gmail ${language}, HTML alone`, html(gmailHtml(line, answer)), { reply: answer }),
])

const outlookHtml = (labels: readonly string[], answer: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0cm}</style></head>` +
  `<body lang="X" link="#0563C1"><div class="WordSection1"><p class="MsoNormal">${answer}<o:p></o:p></p>` +
  `<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt">` +
  `<p class="MsoNormal">${outlookHead(labels)
    .map((line) => escaped(line).replace(/^([^:]*:)/, '<b>$1</b>'))
    .join(
      '<br>',
    )}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${quotedHtml}</div></body></html>`

const outlook = Object.entries(outlookLanguages).flatMap(([language, labels]): CorpusMail[] => {
  const [, answer] = gmailLanguages[language] as [string, string]
  return [
    mail(`Outlook ${language}`, plain(answer, '', ...outlookHead(labels), '', quoted), { reply: answer }),
    mail(`Outlook ${language}, HTML alone`, html(outlookHtml(labels, answer)), { reply: answer }),
  ]
})

const programs = [
  ...Object.entries(plainPrograms).map(([name, lines]) => mail(name, plain(...lines), { reply: answer })),
  ...Object.entries(htmlPrograms).map(([name, body]) => mail(name, html(body.join('')), { reply: answer })),
]

const others = 'On Fri, 27 Mar 2026 at 10:22, Vendor <desk@vendor.example> wrote:'

/** Text that looks like a quote of our mail, but must be kept. */
const keptWords: Record<string, string[]> = {
  'our address in a sentence': ['I wrote to no-reply@example.com on 27.03.2026.', '', 'Nobody answers.'],
  'our address above a list': ['Mails from no-reply@example.com:', '', '- one of 27.03.2026', '- two'],
  'our address in a list of contacts': [
    'Use these:',
    '',
    'Desk: desk@vendor.example',
    'Mail: no-reply@example.com',
    '',
    'Thanks',
  ],
  'a mail of somebody else': ['See below.', others, '> It is broken.'],
  'a mail of somebody else to us': [
    'See below.',
    '',
    'From: Vendor <desk@vendor.example>',
    'Sent: Friday, March 27, 2026 10:22',
    'To: Enterprise platform <no-reply@example.com>',
    'Subject: Disk',
    '',
    'It is broken.',
  ],
  'a mail of somebody else to us, in Polish': [
    'Patrz niżej.',
    '',
    'Od: Vendor <desk@vendor.example>',
    'Wysłano: piątek, 27 marca 2026 10:22',
    'Do: Enterprise platform <no-reply@example.com>',
    'Temat: Dysk',
    '',
    'Jest zepsuty.',
  ],
  'a mail of a colleague to us, by names and one address': [
    'See below.',
    '',
    'From: Grace Hopper',
    'Sent: Friday, March 27, 2026 10:22',
    'To: Enterprise platform <no-reply@example.com>',
    'Subject: Disk',
    '',
    'It is broken.',
  ],
  'a mail of a colleague to us, by names': [
    'Siehe unten.',
    '',
    'Von: Grace Hopper',
    'Gesendet: Freitag, 27. März 2026 10:22',
    'An: Enterprise platform',
    'Betreff: Platte',
    '',
    'Sie ist kaputt.',
  ],
  'our name in a sentence': ['Enterprise platform says on 27.03.2026:', '', 'It is broken.'],
  'answers between quotes': [
    'пт, 27 мар. 2026 г. в 10:22, Enterprise platform <no-reply@example.com>:',
    '> Is it true?',
    'Да.',
    '> Since when?',
    'С пятницы.',
  ],
}

const kept = Object.entries(keptWords).map(([name, lines]) =>
  mail(name, plain(...lines), { reply: lines.join('\n') }),
)

/** Replies with a quote of our mail and other unusual content. */
const mixed = [
  mail(
    'a telephone in Russian keeps its last line',
    plain(
      'Да, это так.',
      '',
      'Отправлено с iPhone',
      '',
      '> 27 марта 2026 г., в 10:22, Enterprise platform <no-reply@example.com> написал(а):',
      '> ',
      marked,
    ),
    { reply: 'Да, это так.\n\nОтправлено с iPhone' },
  ),
  mail(
    'an answer directly above a wrapped line',
    plain(
      'Ja.',
      'Am 27. März 2026 um 10:22 Uhr schrieb Enterprise platform',
      '<no-reply@example.com>:',
      marked,
    ),
    { reply: 'Ja.' },
  ),
  mail(
    'an address broken behind its bracket',
    plain(
      'Ano.',
      '',
      'pá 27. 3. 2026 v 10:22 odesílatel Enterprise platform <',
      'no-reply@example.com> napsal:',
      '',
      marked,
    ),
    { reply: 'Ano.' },
  ),
  mail(
    'text in format=flowed',
    entity(
      ['Content-Type: text/plain; charset=UTF-8; format=flowed; delsp=no'],
      [
        'Yes, it is ',
        'true.',
        '',
        'pet, 27. ožu 2026. u 10:22 Enterprise platform ',
        '<no-reply@example.com> napisao je:',
        '> So?',
      ].join('\r\n'),
    ),
    { reply: 'Yes, it is true.' },
  ),
  mail(
    'an answer in quoted-printable',
    entity(
      ['Content-Type: text/plain; charset=UTF-8', 'Content-Transfer-Encoding: quoted-printable'],
      'Ja, sch=C3=B6n.\r\n\r\nDen 27. mars 2026 10:22 skrev Enterprise platform ' +
        '<no-reply@exam=\r\nple.com>:\r\n> Is it true?\r\n',
    ),
    { reply: 'Ja, schön.' },
  ),
  mail(
    'the address of ours in capitals',
    plain('Yes.', '', 'Dana 27.03.2026 10:22 Enterprise platform <No-Reply@Example.COM> piše:', marked),
    { reply: 'Yes.' },
  ),
  mail(
    'a mail of a vendor above that of ours',
    plain(
      'Yes.',
      '',
      others,
      '> It is broken.',
      '',
      'Στις 27/3/26 10:22, ο Enterprise platform <no-reply@example.com> έγραψε:',
      '> So?',
    ),
    { reply: `Yes.\n\n${others}\n> It is broken.` },
  ),
]

/** Replies of people as mail programs send them. */
export const replies: CorpusMail[] = [...gmail, ...outlook, ...programs, ...kept, ...mixed].map((one) => ({
  ...one,
  subject: 'Re: Welcome',
}))
