import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerUser } from '../../src/users/registration.ts'
import { findingsOn } from '../support/axe.ts'
import { executablePath, hasBrowser, startBrowser } from '../support/browser.ts'
import { startService, type RunningService } from '../support/service.ts'

const person = { email: `${randomUUID()}@example.com`, name: 'Ada Lovelace', role: 'user' } as const
const password = 'a long enough password'

let service: RunningService
let browser: Browser

/** Opens a page at a path of the service, and collects the errors of its console. */
const opened = async (path: string, options: BrowserContextOptions = {}) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== service.url) wrong.push(`a request to ${request.url()}`)
  })
  await page.goto(service.url + path)
  return { page, wrong }
}

const brightnessOf = (page: Page): Promise<number> =>
  page.evaluate(
    `(getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum, n) => sum + +n, 0) / 3)`,
  )

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth')

/** Signs in with the button of the demo person. */
const signIn = async (page: Page) => {
  await page.getByRole('button', { name: person.name }).click()
  await page.getByRole('heading', { name: 'Your first call' }).waitFor()
}

const absent = hasBrowser ? '' : `: skipped, because there is none at ${executablePath}`

describe.skipIf(!hasBrowser)(`the start page in a browser${absent}`, () => {
  beforeAll(async () => {
    service = await startService()
    process.env['DEMO_PEOPLE'] = JSON.stringify({ password, people: [person] })
    await registerUser(person, password)
    browser = await startBrowser()
  })

  afterAll(async () => {
    delete process.env['DEMO_PEOPLE']
    await browser?.close()
    await service?.stop()
  })

  test('shows that the service responds, without errors and without requests to other hosts', async () => {
    const { page, wrong } = await opened('/')

    await page.getByText(/^The service responded in \d+ ms\.$/).waitFor()

    expect(await page.title()).toBe('Enterprise platform')
    expect(wrong).toEqual([])
    await page.close()
  })

  test('shows that the service does not respond', async () => {
    const page = await browser.newPage()
    await page.route('**/api/v1/health', (route) => route.abort())

    await page.goto(service.url)

    await page.getByText('The service does not respond.').waitFor()
    expect(await page.locator('#state').getAttribute('class')).toBe('wrong')
    await page.close()
  })

  test('supports sign-in, copying a working call and sign-out by keyboard alone', async () => {
    const { page, wrong } = await opened('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    const press = async (key: string, times = 1) => {
      for (let n = 0; n < times; n += 1) await page.keyboard.press(key)
    }
    const focused = () => page.evaluate('document.activeElement.textContent')

    await press('Tab') // the demo person
    await press('Tab')
    await page.keyboard.type(person.email)
    await press('Tab')
    await page.keyboard.type(password)
    const outline = (await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')) as string
    await press('Enter')
    await page.getByText('"email"').waitFor()
    const heading = await focused()
    await press('Tab', 2) // past the sign-out button
    await press('Enter')
    await page.getByText('Copied.').waitFor()
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
    await press('Shift+Tab')
    await press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    const [, url = '', token = ''] = /^curl -s (\S+) -H 'Authorization: Bearer (\S+)'$/.exec(copied) ?? []
    const after = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
    expect(outline).toBe('3px')
    expect(heading).toBe('Your first call')
    expect(url).toBe(`${service.url}/api/v1/auth/me`)
    expect(after.status, 'the session is over').toBe(401)
    expect(await page.content()).not.toContain(token)
    expect(wrong).toEqual([])
    await page.close()
  })

  test('shares its session with a second tab of /docs', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(service.url)
    await page.getByRole('button', { name: person.name }).click()
    await page.getByRole('heading', { name: 'Your first call' }).waitFor()

    const second = await context.newPage()
    await second.goto(`${service.url}/docs`)
    await second.getByText(`Signed in as ${person.name}`).waitFor()
    await second.getByRole('button', { name: 'Sign out' }).click()

    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await context.close()
  })

  test('copies an example with the address of the service before sign-in', async () => {
    const { page, wrong } = await opened('/', { permissions: ['clipboard-read', 'clipboard-write'] })

    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByText('Copied.').waitFor()
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string

    expect(copied).toContain(`api=${service.url}/api/v1\n`)
    expect(wrong).toEqual([])
    await page.close()
  })

  test('shows the response of the first call and the same call in JavaScript', async () => {
    const { page, wrong } = await opened('/')

    await signIn(page)
    const answer = await page.locator('#answer').innerText()
    const script = await page.locator('#fetch').innerText()
    const logged: unknown[] = []
    const console = { log: (...values: unknown[]) => logged.push(...values) }
    await runInNewContext(`(async () => { ${script} })()`, { fetch, console })

    expect(answer.split('\n')[0]).toBe('200')
    expect(JSON.parse(answer.slice(4))).toMatchObject({ email: person.email, name: person.name })
    expect(logged).toMatchObject([200, { email: person.email }])
    expect(wrong).toEqual([])
    await page.close()
  })

  test('stays signed in after a reload and on /docs, and /docs signs out for both', async () => {
    const { page, wrong } = await opened('/')
    await signIn(page)

    await page.reload()
    await page.locator('#person', { hasText: person.name }).waitFor()
    await page.goto(`${service.url}/docs`)
    await page.getByText(`Signed in as ${person.name}`).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.goto(service.url)

    await page.getByRole('button', { name: person.name }).waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(wrong).toEqual([])
    await page.close()
  })

  test('stores no token unless the service runs on the developer’s own machine', async () => {
    const demo = process.env['DEMO_PEOPLE']
    delete process.env['DEMO_PEOPLE']
    const { page } = await opened('/')
    process.env['DEMO_PEOPLE'] = demo

    await page.fill('[name=email]', person.email)
    await page.fill('[name=password]', password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('"email"').waitFor()

    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0)
    await page.close()
  })

  test('explains a wrong password', async () => {
    const { page } = await opened('/')

    await page.fill('[name=email]', person.email)
    await page.fill('[name=password]', 'another')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('alert').getByText('The email address or the password is wrong.').waitFor()
    expect(await page.locator('#signed-in').isVisible()).toBe(false)
    await page.close()
  })

  test.each([
    ['light', [200, 255]],
    ['dark', [0, 60]],
  ] as const)(
    'appears %s if the person prefers that, without findings of axe-core',
    async (scheme, range) => {
      const { page } = await opened('/', { colorScheme: scheme, bypassCSP: true })
      const before = await findingsOn(page)

      await signIn(page)

      const brightness = await brightnessOf(page)
      expect(brightness).toBeGreaterThanOrEqual(range[0])
      expect(brightness).toBeLessThanOrEqual(range[1])
      expect([before, await findingsOn(page)]).toEqual([{}, {}])
      await page.close()
    },
  )

  test('fits a phone without horizontal scrolling, signed in or not', async () => {
    const { page } = await opened('/', { viewport: { width: 360, height: 740 } })
    const before = await overflowOf(page)

    await signIn(page)

    expect([before, await overflowOf(page)]).toEqual([0, 0])
    await page.close()
  })

  test('follows from a link on the page of an unknown path, which is dark and legible as well', async () => {
    const { page } = await opened('/nothing', {
      colorScheme: 'dark',
      bypassCSP: true,
      viewport: { width: 360, height: 740 },
    })
    const found = await findingsOn(page)
    const overflow = await overflowOf(page)

    await page.getByText('This path does not exist.').waitFor()
    await page.getByRole('link', { name: 'Start page' }).click()

    await page.getByRole('heading', { name: 'Enterprise platform' }).waitFor()
    expect([found, overflow]).toEqual([{}, 0])
    await page.close()
  })
})
