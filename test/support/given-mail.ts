import { randomUUID } from 'node:crypto'
import { place, put } from './s3.ts'

export interface MailOptions {
  from?: string
  to?: string | undefined
  subject?: string
  /** Further headers of the sender, such as those of the body. */
  headers?: string[]
  body?: string
  /** Result of SES's scan; passed by default. */
  spam?: string
  virus?: string
  spf?: string
  dkim?: string
  dmarc?: string
  /** Envelope sender, which the sender can choose freely. */
  returnPath?: string
  helo?: string
  messageId?: string
}

/** Returns the headers that SES puts in front of a stored mail. */
const traceOf = ({
  from = '',
  to = '',
  spam = 'PASS',
  virus = 'PASS',
  spf = 'pass',
  dkim = 'dkim=pass header.i=@example.com',
  dmarc = `dmarc=pass header.from=${/@([\w.-]+)/.exec(from)?.[1]}`,
  returnPath = /[^\s<"]+@[\w.-]+/.exec(from)?.[0] ?? '',
  helo = 'mail-yw1-f174.google.com',
}: MailOptions) => [
  `Return-Path: <${returnPath}>`,
  `Received: from ${helo} (${helo} [209.85.128.174])`,
  ' by inbound-smtp.eu-west-1.amazonaws.com with SMTP id 8p0kbda0e13ve46erdg6rlightn2qq25c2njo0g1',
  ` for ${/[^<\s]+@[\w.-]+/.exec(to)?.[0]};`,
  ' Sun, 27 Sep 2026 10:22:38 +0000 (UTC)',
  `X-SES-Spam-Verdict: ${spam}`,
  `X-SES-Virus-Verdict: ${virus}`,
  `Received-SPF: ${spf} (spfCheck: domain of _spf.google.com designates 209.85.128.174 as permitted sender)` +
    ` client-ip=209.85.128.174; envelope-from=${returnPath}; helo=${helo};`,
  'Authentication-Results: amazonses.com;',
  ` spf=${spf} (spfCheck: domain of _spf.google.com designates 209.85.128.174 as permitted sender)` +
    ` client-ip=209.85.128.174; envelope-from=${returnPath}; helo=${helo};`,
  ...[dkim, dmarc].filter((result) => result !== '').map((result) => ` ${result};`),
  'X-SES-RECEIPT: AEFBQUFBQUFBQUFFY1VZZVZqekpKd2pPcEFjZ0pYSDlGeVlidzJ2dCt4VUVL',
  'X-SES-DKIM-SIGNATURE: a=rsa-sha256; q=dns/txt; c=relaxed/simple; d=amazonses.com; v=1; bh=x; b=y=',
]

/** Returns a mail as SES stores it. */
export const rawMail = (options: MailOptions): string => {
  const { from = 'Ada Lovelace <ada@example.com>', to = 'desk@mail.example.com', body = 'Hello.' } = options
  const { headers = ['Content-Type: text/plain; charset=UTF-8'], subject = 'Re: Welcome' } = options
  const { messageId = `<${randomUUID()}@example.com>` } = options
  return [
    ...traceOf({ ...options, from, to }),
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
    'MIME-Version: 1.0',
    ...headers,
    '',
    body,
  ].join('\r\n')
}

/** Stores a mail where SES stores received mail. */
export const receive = (raw: string | Uint8Array) => put(place(`mail/${randomUUID()}`), { Body: raw })
