import { afterEach, describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { withdraw } from '../../src/notifications/sent-notification.ts'
import { users } from '../../src/platform/identity/user.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenSpace } from '../support/given.ts'
import { givenMailFaults } from '../support/given-mail-faults.ts'
import { choose, givenNotification } from '../support/given-notification.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const { MAIL_FROM } = process.env

afterEach(() => {
  Object.assign(process.env, { MAIL_FROM })
})

/** Creates a page in a private space that a colleague may read. */
const givenPrivatePage = async () => {
  const [author, reader] = [await signedIn(), await signedIn()]
  const space = await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] })
  return { author, reader, space, page: await givenPage(author, space, { title: 'Leave' }) }
}

describe('Mail of a notification', () => {
  test('describes the event, links to the resource, and joins its thread', async () => {
    const { author, page } = await givenOwnPage({ title: 'Leave' })

    await givenNotification(author, page, { excerpt: 'Is <b>May</b> free?' })
    await settle()

    const [mail, ...more] = await mailsTo(author.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ from: MAIL_FROM, subject: 'Leave' })
    expect(mail?.body.text).toContain('Bob Brown mentioned you in “Leave”\n\nIs <b>May</b> free?\n\nhttp')
    expect(mail?.body.text).toContain(`/view/wiki_page/${page.id}`)
    expect(mail?.body.html).toContain('Is &lt;b&gt;May&lt;/b&gt; free?')
    const headers = Object.fromEntries(mail?.headers.map(({ name, value }) => [name, value]) ?? [])
    expect(headers).toMatchObject({
      References: expect.stringMatching(new RegExp(`^<${page.id}@.+>$`)),
      'In-Reply-To': headers['References'],
      'List-Unsubscribe': expect.stringMatching(/^<http.+\/lms\/notifications\/unsubscribe\?token=.+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    })
  })

  test('sends one mail for repeated events although SES throttles or is down', async () => {
    const { author, page } = await givenOwnPage({ title: 'Leave' })
    const told = { cause: 'wiki.comment#1', at: new Date().toISOString() }
    const { end } = await givenMailFaults('throttled', 'down', 'throttled')

    await givenNotification(author, page, told)
    await givenNotification(author, page, told)
    await settle()
    end()

    expect(await mailsTo(author.email)).toHaveLength(1)
  })

  test('uses the language of its reader', async () => {
    const titles: unknown[] = []
    for (const locale of ['en', 'de', 'fr', 'es']) {
      const { author, page } = await givenOwnPage({ title: 'A' })
      await users.update(await users.get(author), { locale })
      await givenNotification(author, page)
      await settle()
      titles.push((await mailsTo(author.email)).map(({ body }) => body.text.split('\n')[0]))
    }

    expect(titles).toEqual([
      ['Bob Brown mentioned you in “A”'],
      [expect.stringContaining('Bob Brown')],
      [expect.stringContaining('Bob Brown')],
      [expect.stringContaining('Bob Brown')],
    ])
    expect(new Set(titles.map(String)).size).toBe(4)
  })

  test('sends one mail for repeated events and deliveries', async () => {
    const { author, page } = await givenOwnPage()
    const deed = { cause: 'wiki.mention#1', at: new Date().toISOString() }

    await givenNotification(author, page, deed)
    await givenNotification(author, page, deed)
    await settle({ deliveries: 2 })
    await givenNotification(author, page, deed)
    await settle()

    expect(await mailsTo(author.email)).toHaveLength(1)
  })

  test('sends a mail without a notification in the application if the person wants that', async () => {
    const { author, page } = await givenOwnPage()
    await choose(author, { types: { page_mention: { in_app: false, mail: 'at_once' } } })

    await givenNotification(author, page)
    await settle()

    const { body } = await call(listNotifications, { as: author })
    expect([body.items, await mailsTo(author.email)]).toEqual([[], [expect.anything()]])
  })

  test('skips events older than four days; the application skips expired ones', async () => {
    const { author, page } = await givenOwnPage()

    for (const days of [5, 181])
      for (const kind of ['mention', 'comment'] as const)
        await givenNotification(author, page, {
          kind,
          at: new Date(Date.now() - days * 86_400_000).toISOString(),
        })
    await settle()

    const { body } = await call(listNotifications, { as: author })
    expect([body.items.length, await mailsTo(author.email)]).toEqual([2, []])
  })

  test('skips people who turned it off, are inactive, or get it in the daily digest', async () => {
    const { author, page } = await givenOwnPage()
    const gone = await signedIn()
    await users.update(await users.get(gone), { is_active: false })

    await givenNotification(author, page, { kind: 'comment' })
    await choose(author, { types: { page_mention: { in_app: true, mail: 'none' } } })
    for (const person of [author, gone]) await givenNotification(person, page)
    await settle()

    expect(await Promise.all([author, gone].map(({ email }) => mailsTo(email)))).toEqual([[], []])
  })

  test('skips readers who lost access, and deleted resources', async () => {
    const { author, reader, space, page } = await givenPrivatePage()

    await givenNotification(reader, page)
    await call(updateSpace, { as: author, params: { id: space.id }, body: { members: [] } })
    await givenNotification(author, page)
    await call(deletePage, { as: author, params: { id: page.id } })
    await settle()

    expect(await Promise.all([author, reader].map(({ email }) => mailsTo(email)))).toEqual([[], []])
  })

  test('shows the current title of the resource', async () => {
    const { author, page } = await givenOwnPage({ title: 'New' })

    await givenNotification(author, { ...page, title: 'Old' })
    await settle()

    const [mail] = await mailsTo(author.email)
    expect([mail?.subject, mail?.body.text]).toEqual(['New', expect.not.stringContaining('Old')])
  })

  test('sends no mail after the quoted text was deleted', async () => {
    const { author, page } = await givenOwnPage()
    const deed = { cause: 'wiki.mention#2', at: new Date().toISOString() }

    await givenNotification(author, page, deed)
    await withdraw([author.id], deed)
    await settle()

    expect(await mailsTo(author.email)).toEqual([])
  })

  test('sends no mail if its type was turned off or its resource muted before sending', async () => {
    const [off, muting] = [await givenOwnPage(), await givenOwnPage()]
    const atOnce = { page_comment: { in_app: true, mail: 'at_once' as const } }
    for (const { author, page } of [off, muting]) {
      await choose(author, { types: atOnce })
      await givenNotification(author, page, { kind: 'comment', within: page.space_id })
    }

    await choose(off.author, { types: { page_comment: { in_app: true, mail: 'none' } } })
    await choose(muting.author, { muted: [{ type: 'wiki_space', id: muting.page.space_id }] })
    await settle()

    expect([await mailsTo(off.author.email), await mailsTo(muting.author.email)]).toEqual([[], []])
  })

  test('stores no mail while mail is off', async () => {
    const { author, page } = await givenOwnPage()
    process.env['MAIL_FROM'] = ''

    await givenNotification(author, page)
    await settle()
    Object.assign(process.env, { MAIL_FROM })
    await settle()

    expect(await mailsTo(author.email)).toEqual([])
  })
})
