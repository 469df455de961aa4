import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emailFor, type MailTexts } from '../../src/mail/catalogue.ts'
import { mails } from '../../src/mail/mail.ts'
import { messageValues } from '../support/message-values.ts'

const folder = join(import.meta.dirname, '../../src/mail/texts')
const languages = readdirSync(folder).map((name) => name.replace('.json', ''))

const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as MailTexts

const types = mails.schema.shape.type.options
const params = {
  at: '2026-03-31T12:00:00Z',
  until: '2026-03-31T12:00:00Z',
  provider: 'company',
  name: 'Nightly',
  account: 'Ada',
  scopes: 'read, write',
  tokens: '2',
  client: 'Firefox (Windows)',
  address: '192.0.2.1',
  subject: 'Re: Leave',
  reason: 'closed',
  files: 'plan.pdf',
  max: '10',
  channel: 'email',
}
const ada = { name: 'Ada', locale: 'en', timezone: 'Europe/Berlin' }

const wordedIn = (locale: string) =>
  Promise.all(types.map((type) => emailFor({ ...ada, locale }, { type, params }, 'https://example.com/#1')))

describe('Texts of mails', () => {
  test.each(languages)('covers every type in the language %s', async (language) => {
    const worded = await wordedIn(language)

    expect(Object.keys(textsOf(language)).toSorted()).toEqual(types.toSorted())
    expect(worded.filter(({ subject, text }) => /undefined|null|[{}]/.test(subject + text))).toEqual([])
  })

  test.each(languages.filter((language) => language !== 'en'))(
    'every translation to %s uses the parameters of the English text',
    (language) => {
      const [english, other] = [textsOf('en'), textsOf(language)]

      expect(messageValues(other)).toEqual(messageValues(english))
      const same = types.flatMap((type) =>
        Object.entries(other[type]).filter(([part, text]) => english[type][part as 'body'] === text),
      )
      expect(same).toEqual([])
    },
  )

  test.each([
    ['en', 'Europe/London', 'March 31, 2026 at 1:00 PM GMT+1.'],
    ['en', 'UTC', 'March 31, 2026 at 12:00 PM UTC.'],
    ['fr', 'UTC', '31 mars 2026 à 12:00 UTC'],
    ['de-AT', 'UTC', '31. März 2026 um 12:00 Uhr UTC'],
    ['es-MX', 'America/Mexico_City', '31 de marzo de 2026 a las 6:00 a.m. GMT-6.'],
  ])('shows the time zone of a time: %s in %s', async (locale, timezone, time) => {
    const { text } = await emailFor({ ...ada, locale, timezone }, { type: 'invitation', params })

    expect(text).toContain(time)
  })

  test('uses the language and the time zone of the reader', async () => {
    const { subject, text, html } = await emailFor(
      { ...ada, locale: 'de-AT' },
      { type: 'password_changed', params },
    )

    expect(subject).toBe('Ihr Passwort wurde geändert')
    expect(text).toContain('31. März 2026 um 14:00')
    expect(html).toContain('<html lang="de">')
  })

  test('inserts text of other people as text, never as HTML', async () => {
    const hostile = '<img src=x onerror=alert(1)> & "Ada" {who}'

    const { html, text } = await emailFor({ ...ada, name: hostile }, { type: 'token_expiring', params })

    expect(text).toContain(`Hello ${hostile}`)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Ada&quot; {who}')
    expect(html).not.toContain('<img')
  })

  test('loads no external content', async () => {
    const worded = await wordedIn('en')

    expect(worded.filter(({ html }) => /src=|url\(|@import|<link|<script/.test(html))).toEqual([])
  })
})
