import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { readPreferences } from '../../src/notifications/endpoints/read-preferences.ts'
import { readUnsubscribePage } from '../../src/notifications/endpoints/read-unsubscribe-page.ts'
import { unsubscribe } from '../../src/notifications/endpoints/unsubscribe.ts'
import { preferences } from '../../src/notifications/preferences.ts'
import { users } from '../../src/platform/identity/user.ts'
import { call, raw } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { choose, givenNotification } from '../support/given-notification.ts'
import { browsers } from '../support/http-clients.ts'
import { mailsTo } from '../support/mailbox.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Returns the token of the newest mail to a person, from its header; its text has the same token. */
const tokenFor = async ({ email }: SignedIn): Promise<string> => {
  const mail = (await mailsTo(email)).at(-1)
  const [, inHeader] = /token=([^>]+)>$/.exec(
    mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '',
  ) as unknown as [string, string]
  expect(mail?.body.text).toContain(`?token=${inHeader}\n`)
  return inHeader
}

const givenMail = async (locale = 'en') => {
  const { author, page } = await givenOwnPage()
  await users.update(await users.get(author), { locale })
  await givenNotification(author, page)
  await settle()
  return { author, page, token: await tokenFor(author) }
}

const mentionsOf = async (as: SignedIn) =>
  (await call(readPreferences, { as })).body.types.page_mention as unknown

const { APP_URLS } = process.env
afterEach(() => {
  process.env['APP_URLS'] = APP_URLS ?? ''
})

describe('GET /lms/notifications/unsubscribe', () => {
  test.each([
    ['en', 'Unsubscribe from these emails?'],
    ['de', 'Diese E-Mails abbestellen?'],
    ['fr', 'Ne plus recevoir ces e-mails\u{a0}?'],
    ['es', '¿Dejar de recibir estos correos?'],
  ])('shows a page with a button in the language %s, and changes nothing', async (locale, title) => {
    const { author, token } = await givenMail(locale)

    const { text, headers } = await call(readUnsubscribePage, { query: { token } })

    expect(text).toContain(`<html lang="${locale}">`)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain('<form method="post"><button>')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'/)
    expect(await mentionsOf(author)).toEqual({ in_app: true, mail: 'at_once' })
  })

  test('says that notifications stay in the application only if they do', async () => {
    process.env['APP_URLS'] = 'wiki_page=https://intra.example.com/wiki/{id}'
    const { author, token } = await givenMail()
    const read = async () => (await call(readUnsubscribePage, { query: { token } })).text
    const before = await read()

    await choose(author, { types: { page_mention: { in_app: false, mail: 'at_once' } } })

    const kept = 'You will still find your notifications in the application'
    expect([before.includes(kept), (await read()).includes(kept)]).toEqual([true, false])
  })

  test('mentions no application if there is none', async () => {
    const { token } = await givenMail()

    const asked = await call(readUnsubscribePage, { query: { token } })
    const done = await call(unsubscribe, { query: { token } })

    for (const { text } of [asked, done])
      expect(text).toContain('<p>You will no longer receive emails like this.</p>')
  })

  test('returns 422 for a forged or missing token', async () => {
    const { author, token } = await givenMail()
    const forged = [`${token}x`, token.replace(author.id, randomUUID()), 'x', '']

    const statuses = await Promise.all(
      [...forged, undefined].map(
        async (one) => (await call(readUnsubscribePage, { query: { token: one } })).status,
      ),
    )

    expect(new Set(statuses)).toEqual(new Set([422]))
  })
})

describe('Unsubscribe link that is not valid', () => {
  test.each([
    ['de-AT,en;q=0.8', 'de', 'Dieser Link funktioniert nicht mehr'],
    ['it, en;q=0.5, fr;q=0.7', 'fr', 'Ce lien n’est plus valable'],
    ['es', 'es', 'Este enlace ya no es válido'],
    ['*', 'en', 'This link no longer works'],
  ])('shows an error in the browser’s language: for %s in %s', async (accepted, language, title) => {
    const { status, text } = await call(readUnsubscribePage, {
      query: { token: 'x' },
      headers: { ...browsers['Chromium'], 'Accept-Language': accepted },
    })

    expect(status).toBe(422)
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).not.toContain('&quot;token&quot;')
  })
})

describe('POST /lms/notifications/unsubscribe', () => {
  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['a form in parts', 'multipart/form-data; boundary=b', '--b\r\n\r\nOne-Click\r\n--b--'],
    ['JSON', 'application/json', '{}'],
  ])(
    'accepts %s, and stops mails of that type for good, but not the notifications',
    async (_, type, body) => {
      const { author, page, token } = await givenMail()

      const ask = () =>
        call(unsubscribe, { query: { token }, body: raw(body), headers: { 'Content-Type': type } })
      const [first, again] = [await ask(), await ask()]
      await givenNotification(author, page)
      await settle()

      expect([first.status, again.status]).toEqual([200, 200])
      expect(first.text).toContain('You have unsubscribed from these emails')
      expect(await mentionsOf(author)).toEqual({ in_app: true, mail: 'none' })
      expect(await mailsTo(author.email)).toHaveLength(1)
    },
  )

  test('stores only the stopped type, so that new types reach the person as they reach others', async () => {
    const { author, token } = await givenMail()

    await call(unsubscribe, { query: { token } })

    const { types = {} } = (await preferences.find({ user_id: author.id })) ?? {}
    expect(types).toEqual({ page_mention: { in_app: true, mail: 'none' } })
  })

  test('returns 422 for a forged token, and changes nothing', async () => {
    const { author, token } = await givenMail()

    const { status } = await call(unsubscribe, { query: { token: `${token}x` } })

    expect([status, await mentionsOf(author)]).toEqual([422, { in_app: true, mail: 'at_once' }])
  })
})
