import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../src/platform/identity/user.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { registerUser } from '../../src/users/registration.ts'
import { fillIn, keepIn, keptIn, openAccountPage, textsIn } from '../support/account-page.ts'
import { findingsOn } from '../support/axe.ts'
import { executablePath, hasBrowser, startBrowser } from '../support/browser.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { callbackUrl, configureProviders } from '../support/given-sign-in.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import { startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'
import { settle } from '../support/world.ts'

const password = 'a long enough password'
const hostile = '<img src=x onerror=alert(1)> & "Ada"'

let service: RunningService
let company: OidcProviderProcess
let browser: Browser
let reset: () => void
let person: SignedIn
/** Page of the current test. */
let shown: Awaited<ReturnType<typeof openAccountPage>>

const absent = hasBrowser ? '' : `: skipped, because there is none at ${executablePath}`

const api = (path: string, token: string, method = 'GET') =>
  fetch(`${service.url}/api/v1${path}`, { method, headers: { Authorization: `Bearer ${token}` } })

const statusOf = async (token: string) => (await api('/auth/me', token)).status

/** Signs in with another client. */
const login = async (email: string, given = password, userAgent = 'curl/8.5.0') => {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent }
  const body = JSON.stringify({ email, password: given })
  return (
    await fetch(`${service.url}/api/v1/auth/login`, { method: 'POST', headers, body })
  ).json() as Promise<{
    access_token: string
  }>
}

const opened = async (path: string, options: Parameters<typeof openAccountPage>[2] = {}) => {
  const known = [company.issuer]
  shown = await openAccountPage(browser, service.url + path, { known, ...options })
  return shown.page
}

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

const registered = async (name: string) => {
  const user = await registerUser({ email: `${randomUUID()}@example.com`, name, role: 'user' }, password)
  return user as typeof user & { email: string }
}

describe.skipIf(!hasBrowser)(`Account pages in a browser${absent}`, () => {
  beforeAll(async () => {
    service = await startService()
    company = await startOidcProvider(callbackUrl())
    reset = await configureProviders({ issuer: company.issuer, redirect_uris: undefined })
    person = await signedIn({ name: hostile })
    browser = await startBrowser()
  })

  afterEach(async () => {
    await shown.page.context().close()
    if (shown.wrong.length > 0) throw new Error(shown.wrong.join('\n'))
  })

  afterAll(async () => {
    reset?.()
    company?.stop()
    await Promise.all([browser?.close(), service?.stop()])
  })

  test('leads back to the requested page after the sign-in, and reports a wrong password', async () => {
    const { email } = await registered('Grace Hopper')
    const page = await opened('/account/tokens')

    await fillIn(page, email, 'another password')
    await page.getByRole('alert').getByText('The email address or the password is wrong.').waitFor()
    await fillIn(page, email, password)
    await title(page, 'Access tokens')

    expect(await page.getByText('Grace Hopper').isVisible()).toBe(true)
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0)
  })

  test('shows how long an account is locked', async () => {
    const { email } = await registered('Grace Hopper')
    for (let times = 0; times < 5; times += 1) await login(email, 'another password')
    const page = await opened('/account/sign-in')

    await fillIn(page, email, password)

    const alert = page.getByRole('alert')
    await alert.getByText('locked').waitFor()
    expect(await alert.innerText()).toMatch(/too many wrong passwords. Try again in 1\d minutes.$/)
  })

  test('resets a forgotten password by a link in a mail', async () => {
    const { email } = await registered('Grace Hopper')
    const page = await opened('/account/sign-in')

    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByText('a link has been sent to it').waitFor()
    await settle()
    const [mail] = await mailsTo(email)
    await page.goto('about:blank')
    await page.goto(`${service.url}/account/reset#token=${mail && tokenIn(mail)}`)
    await page.getByLabel('New password').fill('password password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('too easy to guess').waitFor()
    await page.getByLabel('New password').fill('plum thicket 9 ferry')
    await page.keyboard.press('Enter')
    await page.getByText('Your new password is set. Sign in with it.').waitFor()
    await fillIn(page, email, 'plum thicket 9 ferry')
    await title(page, 'Sessions')

    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0)
  })

  test('lets an invited person choose a first password', async () => {
    const admin = await signedIn({ role: 'admin' })
    const email = `${randomUUID()}@example.com`
    await call(createUser, { as: admin, body: { email, name: 'Grace Hopper' } })
    await settle()
    const [mail] = await mailsTo(email)
    const { pathname, hash } = new URL(/https?:\S+#token=\S+/.exec(mail?.body.text ?? '')?.[0] ?? '')
    const page = await opened(pathname + hash)
    await title(page, 'Choose a password for your new account')

    await page.getByLabel('Password').fill('plum thicket 9 ferry')
    await page.keyboard.press('Enter')
    await page.getByText('Sign in with it.').waitFor()
    await page.goto(`${service.url}${pathname}?again${hash}`)
    await page.getByLabel('Password').fill('plum thicket 9 ferry')
    await page.keyboard.press('Enter')

    const alert = page.getByRole('alert')
    await alert.getByText('invitation').waitFor()
    expect(await alert.innerText()).toContain('This invitation has been used')
  })

  test('uses the browser’s language, and after the sign-in the person’s language and time zone', async () => {
    const { id, email } = await registered('Grace Hopper')
    await users.update(await users.get({ id }), { locale: 'fr-FR', timezone: 'Pacific/Kiritimati' })
    const page = await opened('/account/sessions', { locale: 'de-AT', timezoneId: 'Pacific/Honolulu' })
    await title(page, 'Anmelden')
    const before = await page.getAttribute('html', 'lang')

    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Cette session').waitFor()

    const date = new Date().toLocaleDateString('fr-FR', {
      dateStyle: 'medium',
      timeZone: 'Pacific/Kiritimati',
    })
    const day = date.replace(/^1 /, '1er ')
    expect([before, await page.getAttribute('html', 'lang')]).toEqual(['de', 'fr'])
    expect(await page.getByRole('listitem').innerText()).toContain(`Connexion le ${day}`)
  })

  test('shows no text that is not translatable', async () => {
    const token = (await login((await registered('GH')).email)).access_token
    const page = await opened('/favicon.ico')
    await page.route('**/texts-en.json', async (route) => {
      const texts = (await (await route.fetch()).json()) as Record<string, string>
      const json = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `[${text}]`]))
      await route.fulfill({ json })
    })
    const said: string[] = []

    for (const path of ['sign-in', 'reset', 'reset#token=1', 'invitation#token=1', 'sessions', 'tokens']) {
      if (path === 'sessions') await keepIn(page, { token, until: Date.now() + 60_000 })
      await page.goto(`${service.url}/account/${path}`)
      await page.getByRole('heading').first().waitFor()
      await page.locator('form, li').first().waitFor()
      said.push(await page.evaluate(`document.title + document.body.innerText`))
    }

    const unreachable = said.map((text) => {
      let rest = text
      while (/\[[^[\]]*\]/.test(rest)) rest = rest.replaceAll(/\[[^[\]]*\]/g, '')
      return rest.match(/\p{L}+/gu) ?? []
    })
    // names of a person and a program, and durations in the words of the browser
    expect(unreachable.map((words) => words.join(' '))).toEqual([
      '',
      '',
      '',
      '',
      'GH curl',
      'GH days days days year',
    ])
  })

  test('redirects only to its own pages after the sign-in', async () => {
    const page = await opened('/account/sessions', { token: person.token })

    for (const next of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/docs']) {
      await page.goto(`${service.url}/account/sign-in?next=${encodeURIComponent(next)}`)
      await title(page, 'Sessions')
      expect(page.url()).toBe(`${service.url}/account/sessions`)
    }
  })

  test('signs a person in at a provider, and keeps no one-time secret', async () => {
    company.people.set('grace', { email: person.email, email_verified: true })
    company.signInAs('grace')
    const page = await opened('/account/sign-in?next=/account/tokens')

    await page.getByRole('button', { name: 'Sign in with company' }).click()
    await title(page, 'Access tokens')
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByText(/by single sign-on from 127\.0\.0\.1/).waitFor()

    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual(['session'])
  })

  test.each([
    ['/', 'Your first call'],
    ['/docs', 'Signed in as'],
  ])('passes the sign-in at a provider on to %s, the only page with the token', async (path, said) => {
    const { email } = await signedIn()
    company.people.set('reader', { email, email_verified: true })
    const page = await opened(path)
    const begin = page.getByRole('button', { name: 'Sign in with company' })

    company.signInAs(undefined)
    await begin.click()
    await page.getByText('was cancelled or refused').waitFor()
    company.signInAs('reader')
    await begin.click()
    await page.getByText(said).last().waitFor()

    expect([new URL(page.url()).pathname, await page.evaluate('sessionStorage.length')]).toEqual([path, 0])
  })

  test('explains why a person of a provider cannot sign in', async () => {
    const former = await signedIn()
    await users.update(await users.get(former), { is_active: false })
    company.people.set('former', { email: former.email, email_verified: true })
    company.people.set('stranger', { email: 'stranger@example.com', email_verified: true })
    const page = await opened('/account/sign-in')

    const said: string[] = []

    for (const subject of [undefined, 'stranger', 'former']) {
      company.signInAs(subject)
      await page.getByRole('button', { name: 'Sign in with company' }).click()
      await page.waitForURL(/#\w+$/)
      said.push(await page.getByRole('alert').innerText())
      await page.context().clearCookies()
      await page.goto(`${service.url}/account/sign-in`)
    }

    expect(said).toEqual([
      expect.stringContaining('was cancelled or refused'),
      expect.stringContaining('No account is linked to this sign-in'),
      expect.stringContaining('This account is deactivated'),
    ])
  })

  test('redeems no code of a sign-in that began elsewhere', async () => {
    const page = await opened('/account/sign-in')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))

    await page.goto(`${service.url}/account/signed-in?code=stolen&state=of+another`)
    await page.getByText('This sign-in was not started in this tab. Please sign in again.').waitFor()

    expect(asked).not.toContain('/api/v1/auth/oidc/token')
  })

  test('opens a document after a sign-in at a provider, and ends the session', async () => {
    const ada = await signedIn()
    company.people.set('ada', { email: ada.email, email_verified: true })
    company.signInAs('ada')
    const { id } = await givenFile(ada, { name: 'plan.docx' })
    const page = await opened(`/files/${id}/open?action=view`)

    const asked = page.waitForRequest(`**/files/${id}/edit-link?action=view`)
    await page.getByRole('button', { name: 'Sign in with company' }).click()
    await asked
    await title(page, 'plan.docx')

    expect(page.url()).toContain(`/api/v1/files/${id}/editor?code=`)
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test('explains why a document does not open, follows no external link, and ends the session', async () => {
    const { email } = await registered('Grace Hopper')
    const page = await opened(`/files/${randomUUID()}/open`)
    const answered = page.waitForResponse('**/auth/login')
    const over = page.waitForResponse('**/auth/logout')

    await fillIn(page, email, password)
    await page.getByRole('alert').getByText('This does not exist, or you may not see it.').waitFor()
    const { access_token } = (await (await answered).json()) as { access_token: string }
    await over
    await page.route('**/edit-link?*', (route) => route.fulfill({ json: { url: 'https://evil.example/' } }))
    await fillIn(page, email, password)
    await page.getByText('Please open this page at the public address of the service.').waitFor()

    expect([await statusOf(access_token), await keptIn(page)]).toEqual([401, null])
  })

  test('lists sessions with hostile client names, ends them, and signs out', async () => {
    const { email } = await registered('Grace Hopper')
    const [strange, ...others] = await Promise.all(
      [hostile, 'curl/8', 'curl/9'].map((name) => login(email, password, name)),
    )
    const page = await opened('/account/sessions')
    await fillIn(page, email, password)
    const own = page.getByRole('listitem').filter({ hasText: 'This session' })
    await own.getByText('Chrome on Linux').waitFor()
    const { token = '' } = (await keptIn(page)) ?? {}

    await page.getByRole('listitem').filter({ hasText: hostile }).getByRole('button', { name: 'End' }).click()
    await page.getByText('The session has ended.').waitFor()
    const after = await Promise.all([strange, ...others].map((one) => statusOf(one?.access_token ?? '')))
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByText('All other sessions have ended.').waitFor()
    const last = await Promise.all(others.map((one) => statusOf(one.access_token)))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()

    expect([after, last, await statusOf(token)]).toEqual([[401, 200, 200], [401, 401], 401])
    expect(await keptIn(page)).toBeNull()
  })

  test('signs out at the provider too if the session began there', async () => {
    const { token } = await signedIn()
    const page = await opened('/account/sessions', { token })
    const logout_url = `${service.url}/favicon.ico?at-the-provider`
    await page.route('**/auth/oidc/logout', (route) => route.fulfill({ json: { logout_url } }))

    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.waitForURL(logout_url)
    expect(await keptIn(page)).toBeNull()
  })

  test('creates a token by keyboard alone, shows it once, and ends it', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await opened('/account/tokens', { token: person.token, permissions })
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await title(page, 'Access tokens')

    // skips the header: start page, two pages, sign-out
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await page.keyboard.type(hostile)
    await press('Tab', 'ArrowDown', 'Enter')
    await page.getByText('Copy it now').waitFor()
    await press('Enter')
    await page.getByText('Copied.').waitFor()
    const token = await page.evaluate<string>('navigator.clipboard.readText()')
    const made = (await (await api('/auth/tokens', person.token)).json()) as { items: object[] }
    const before = await statusOf(token)
    await page.reload()
    await page.getByRole('button', { name: `Revoke the token “${hostile}”` }).focus()
    const content = await page.content()
    await press('Enter', 'Tab', 'Enter')
    await page.getByText('The token has been revoked.').waitFor()

    expect(made.items).toEqual([expect.objectContaining({ name: hostile, scopes: ['write'] })])
    expect(content).not.toContain(token)
    expect([before, await statusOf(token)]).toEqual([200, 401])
  })

  test('refreshes a session in time, and leads back to the page once it is over', async () => {
    const { email } = await registered('Grace Hopper')
    const { access_token } = await login(email)
    const page = await opened('/favicon.ico')
    await keepIn(page, { token: access_token, until: Date.now() + 60_000, refreshAt: 0 })

    await page.goto(`${service.url}/account/tokens`)
    await title(page, 'Access tokens')
    const { token = '' } = (await keptIn(page)) ?? {}
    await api('/auth/logout', token, 'POST')
    await page.reload()
    await page.getByText('Your session has ended. Please sign in again.').waitFor()
    await fillIn(page, email, password)
    await title(page, 'Access tokens')

    expect([token === access_token, await statusOf(access_token)]).toEqual([false, 401])
  })

  test.each([503, undefined])('keeps a session that could not be refreshed: %s', async (status) => {
    const token = (await login((await registered('Grace Hopper')).email)).access_token
    const page = await opened('/favicon.ico')
    await keepIn(page, { token, until: Date.now() + 60_000, refreshAt: 0 })
    await page.route('**/auth/refresh', (route) =>
      status ? route.fulfill({ status, body: '{"detail":"no"}' }) : route.abort(),
    )

    await page.goto(`${service.url}/account/tokens`)

    await title(page, 'Access tokens')
    await page.getByLabel('What is it for?').waitFor()
    expect((await keptIn(page))?.token).toBe(token)
  })

  test.each([
    ['a page of what stands between', { status: 502, body: '<h1>502</h1>' }],
    ['a page that says that all is well', { status: 200, body: '<h1>Welcome</h1>' }],
    ['an error without a sentence', { status: 403, body: '{"message":"Forbidden"}' }],
    ['no answer', undefined],
  ])('offers another try after %s', async (_, answer) => {
    const page = await opened('/favicon.ico')
    await page.route('**/api/v1/**', (route) => (answer ? route.fulfill(answer) : route.abort()))

    await page.goto(`${service.url}/account/sign-in`)

    await page.getByText('The service does not respond. Please try again.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true)
  })

  test.each([
    ['light', 'en'],
    ['dark', 'de'],
    ['dark', 'fr'],
    ['light', 'es'],
  ] as const)('passes axe-core and fits a phone, %s, %s', async (colorScheme, locale) => {
    const words = textsIn(locale)
    const viewport = { width: 360, height: 740 }
    const { email, token } = await signedIn({ name: hostile })
    const page = await opened('/account/tokens', { token, colorScheme, viewport, locale, bypassCSP: true })
    const found: object[] = []
    const look = async () => {
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      found.push({ overflow, ...(await findingsOn(page)) })
    }

    await page.getByLabel(words['tokens.name']).fill('x'.repeat(100))
    await page.getByRole('button', { name: words['tokens.create'] }).click()
    await page.getByText(words['tokens.once']).waitFor()
    await look()
    await page.getByRole('listitem').getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    await look()
    await page.goto(`${service.url}/account/sessions`)
    await title(page, words['sessions.title'])
    await look()
    await page.getByRole('button', { name: words['account.signOut'] }).click()
    await fillIn(page, email, password, words)
    await page.getByRole('alert').getByText(words['refusals.auth.credentials_wrong']).waitFor()
    await look()

    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(ground === 'rgb(18, 22, 29)').toBe(colorScheme === 'dark')
    expect(found).toEqual(Array.from({ length: 4 }, () => ({ overflow: 0 })))
  })
})
