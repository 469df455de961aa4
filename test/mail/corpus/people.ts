import type { MailOptions } from '../../support/given-mail.ts'
import { mail, text, type CorpusMail } from './builder.ts'

const person = (name: string, options: MailOptions, address = 'ada@example.com') =>
  mail(name, text('It burns.'), { person: address, whole: 'It burns.' }, options)

const machine = (name: string, ...headers: string[]) =>
  mail(name, text('It burns.'), { person: null }, { headers })

const nobody = (name: string, options: MailOptions) =>
  mail(name, text('It burns.'), { person: null }, options)

const written = [
  person('Auto-Submitted: no', { headers: ['Auto-Submitted: no'] }),
  person('Auto-Submitted: no with a parameter', {
    headers: ['Auto-Submitted: no; owner-email="x@example.com"'],
  }),
  person('Auto-Submitted: no with a comment', { headers: ['Auto-Submitted: no (written by a person)'] }),
  person('Auto-Submitted: no behind a comment', { headers: ['Auto-Submitted: (a (nested) comment) No'] }),
  person('Auto-Submitted: nothing', { headers: ['Auto-Submitted:'] }),
  person('X-Autoreply: no', { headers: ['X-Autoreply: no'] }),
  person('a priority', { headers: ['Precedence: first-class', 'X-Priority: 1'] }),
  person('Exchange, which wants no answers of machines', {
    headers: ['X-Auto-Response-Suppress: OOF, AutoReply'],
  }),
  person('a person who can be unsubscribed from', { headers: ['List-Unsubscribe: <mailto:x@example.com>'] }),
]

const machines = [
  machine('an answer of a vacation', 'Auto-Submitted: auto-replied (vacation)'),
  machine('a notification', 'Auto-Submitted: auto-generated; owner-email="root@example.com"'),
  machine('an unknown kind of machine', 'Auto-Submitted: auto-made-up'),
  machine('X-Autoreply', 'X-Autoreply: yes'),
  machine('X-Autorespond', 'X-Autorespond: Out of office'),
  machine('X-AutoReply-From', 'X-AutoReply-From: ada@example.com'),
  machine('Precedence: bulk', 'Precedence: bulk'),
  machine('Precedence: auto_reply', 'Precedence: auto_reply (vacation)'),
  machine('Google Groups', 'Precedence: list', 'List-ID: <all.example.com>', 'X-Google-Group-Id: 1'),
  nobody('a bounce', { returnPath: ' ' }),
]

const local = [
  'a&b',
  'a/b',
  'a#b',
  "o'hara",
  'a+b',
  'a=b',
  'a?b',
  'a^b',
  'a`b',
  'a{b}',
  'a|b',
  'a~b',
  '!a',
  '$a',
  'a%b',
  'a*b',
]

const senders = [
  person(
    'a name with a comma that is not quoted',
    { from: 'User, Uma <uma@example.com>' },
    'uma@example.com',
  ),
  person('a name with two commas', { from: 'User, Uma, Dr. <uma@example.com>' }, 'uma@example.com'),
  person('a name with a comma in quotes', { from: '"User, Uma" <uma@example.com>' }, 'uma@example.com'),
  person('a name with a semicolon', { from: 'User; Uma <uma@example.com>' }, 'uma@example.com'),
  person('a name with a comma in a comment', { from: 'uma@example.com (User, Uma)' }, 'uma@example.com'),
  person('an address alone', { from: 'uma@example.com' }, 'uma@example.com'),
  person('an address as its name', { from: 'uma@example.com <uma@example.com>' }, 'uma@example.com'),
  person('an encoded name', { from: '=?UTF-8?B?TMO2d2UsIEFkYQ==?= <ada@example.com>' }),
  person('a raw name', { from: 'L\u00F6we <ada@example.com>' }),
  ...local.map((part) =>
    person(`an address of ${part}`, { from: `Uma <${part}@example.com>` }, `${part}@example.com`),
  ),
  nobody('two senders', { from: 'ada@example.com, eve@example.com' }),
  nobody('a sender and a name that is an address', { from: 'Ada <ada@example.com>, Eve <eve@evil.example>' }),
  nobody('no sender', { from: 'Undisclosed' }),
  nobody('a comma that DMARC did not pass', {
    from: 'User, Uma <uma@example.com>',
    dmarc: 'dmarc=none header.from=example.com',
  }),
]

/** Mails whose headers tell whether a person wrote them. */
export const people: CorpusMail[] = [...written, ...machines, ...senders]
