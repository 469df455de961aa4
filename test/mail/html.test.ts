import { describe, expect, test } from 'vitest'
import { readMail } from '../../src/inbound-mail/received-mail.ts'
import { addressOf, mailFrom, messagesOf } from '../support/given-answer.ts'
import { rawMail } from '../support/given-mail.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'

const part = (headers: string[], body: string) => [...headers, '', body]

const several = (type: string, boundary: string, parts: string[][]) =>
  part(
    [`Content-Type: multipart/${type}; boundary="${boundary}"`],
    [...parts.flatMap((one) => [`--${boundary}`, ...one]), `--${boundary}--`].join('\r\n'),
  )

const picture = (id: string, disposition = `inline; filename="${id}.png"`) =>
  part(
    [
      'Content-Type: image/png',
      `Content-ID: <${id}>`,
      `Content-Disposition: ${disposition}`,
      'Content-Transfer-Encoding: base64',
    ],
    Buffer.from(`bytes of ${id}`).toString('base64'),
  )

/** Returns a mail whose HTML displays pictures, with an optional plain part. */
const shown = (html: string, pictures: string[][], plain?: string) => {
  const rich = several('related', 'r', [part(['Content-Type: text/html; charset=UTF-8'], html), ...pictures])
  const both = [part(['Content-Type: text/plain; charset=UTF-8'], String(plain)), rich]
  const [header = '', , body = ''] = plain === undefined ? rich : several('alternative', 'a', both)
  return { headers: [header], body }
}

const read = async (...mail: Parameters<typeof shown>) => readMail(Buffer.from(rawMail(shown(...mail))))

const replyOf = async (...mail: Parameters<typeof shown>) => {
  const said = (await read(...mail)).readReply()
  return { text: said?.text, files: said?.files.map(({ name }) => name) }
}

const outlook =
  '<hr><p><b>From:</b> Platform &lt;no-reply@example.com&gt;<br><b>Sent:</b> Friday</p><p>So?</p>'

describe('Picture in the text of a mail', () => {
  test('becomes a file of the message', async () => {
    const { requester } = await givenDesk()
    const { id } = await givenTicket(requester)
    const mail = shown('<p>See this.</p><img src="cid:shot"><p>Thanks</p>', [picture('shot')])

    await mailFrom(requester, { to: await addressOf(requester, { type: 'ticket', id }), ...mail })

    expect(await messagesOf(requester, id)).toMatchObject([
      { text: 'See this.\n\nThanks', attachments: [{ name: 'shot.png', content_type: 'image/png' }] },
    ])
  })

  test.each([
    ['once, however often it is shown', '<img src="cid:a"><p>b</p><img src="cid:a">', undefined],
    ['by an encoded id', '<p>b</p><img src="CID:%61">', undefined],
    ['beside a plain part', '<p>b</p><img src="cid:a">', 'b'],
    ['where the plain part says so', '<p>b</p>', 'b [cid:a]'],
  ])('becomes one file %s', async (_, html, plain) => {
    expect(await replyOf(html, [picture('a')], plain)).toEqual({ text: 'b', files: ['a.png'] })
  })

  test('gets a name from its type if it has none', async () => {
    expect((await replyOf('<img src="cid:a">', [picture('a', 'inline')])).files).toEqual(['picture.png'])
  })

  test.each([
    ['a mail of ours shows, which it answers', `<p>b</p>${outlook}<img src="cid:a">`],
    ['a signature of Gmail shows', '<p>b</p><div class="gmail_signature"><p><img src="cid:a"></p></div>'],
    ['a signature of Outlook shows', '<p>b</p><p><a name="_MailAutoSig"><img src="cid:a"></a></p>'],
    ['a signature of Outlook on the web shows', '<p>b</p><div id="Signature"><img src="cid:a"></div>'],
  ])('becomes no file if %s', async (_, html) => {
    expect(await replyOf(html, [picture('a')])).toEqual({ text: 'b', files: [] })
  })

  test('becomes a file if nothing displays it', async () => {
    expect(await replyOf('<p>b</p>', [picture('a')])).toEqual({ text: 'b', files: ['a.png'] })
  })

  test('becomes a file if it is a data URL', async () => {
    const url = `data:image/png;base64,${Buffer.from('bytes of a').toString('base64')}`

    const said = (await read(`<p>b</p><img src="${url}">`, [])).readReply()

    expect(said).toMatchObject({
      text: 'b',
      files: [
        { name: 'picture.png', content_type: 'image/png', bytes: new Uint8Array(Buffer.from('bytes of a')) },
      ],
    })
  })

  test('becomes a file of a new ticket if a forwarded mail displays it', async () => {
    const mail = await read(`<p>b</p>${outlook}<img src="cid:a">`, [picture('a')])

    expect(mail.readAll()?.files).toMatchObject([
      { name: 'a.png', content_type: 'image/png', bytes: new Uint8Array(Buffer.from('bytes of a')) },
    ])
  })

  test('leaves nothing in the text if the mail does not contain it', async () => {
    expect(await replyOf('<p>b <img src="cid:gone"></p>', [])).toEqual({ text: 'b', files: [] })
  })

  test('leaves the plain part readable if the HTML is unreadable', async () => {
    expect(await replyOf('<div>'.repeat(20_000), [picture('a')], 'b')).toEqual({
      text: 'b',
      files: ['a.png'],
    })
  })
})

describe('HTML in a mail', () => {
  test('yields no text if it cannot be read', async () => {
    expect((await read('<div>'.repeat(20_000), [])).readAll()).toBeUndefined()
  })

  test.each([
    [
      'signs of Markdown',
      '<p>Hi &lt;script&gt; *a* 1. b_c [d](e) # f</p>',
      'Hi <script> *a* 1. b_c [d](e) # f',
    ],
    ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\nb'],
    ['line breaks', '<p>a<br>b</p>', 'a\nb'],
    ['empty paragraphs', '<p>a</p><p>&nbsp;</p><p>&nbsp;</p><p>b</p>', 'a\n\nb'],
    [
      'a link, and a place that has a name',
      '<p><a href="https://x.example/">a</a> <a name="x">b</a></p>',
      '[a](https://x.example/) b',
    ],
    ['a list', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    [
      'a table',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><p>2</p></td></tr></table>',
      'a | b\n\n1 | 2',
    ],
    [
      'a table that places a text',
      '<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>',
      'a\n\nb\n\nc',
    ],
    ['a table as wide as it says', '<table><tr><td colspan="2000000000">a</td></tr></table>', 'a'],
    ['what was struck out', '<p>a <s>b</s></p>', 'a ~~b~~'],
    [
      'a picture as long as the text that is read',
      `<img src="data:image/png;base64,${'A'.repeat(400_000)}"><p>a</p>`,
      'a',
    ],
  ])('becomes text: %s', async (_, html, text) => {
    expect((await replyOf(html, [])).text).toBe(text)
  })
})
