import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerUser } from '../../src/users/registration.ts'
import { executablePath, hasBrowser, startBrowser, startServer } from '../support/browser.ts'
import { findingsOn } from '../support/axe.ts'
import { colorsOn, openPage } from '../support/reference-page.ts'

const password = 'a long enough password'
const email = `${randomUUID()}@example.com`
const schemes = ['light', 'dark'] as const

let server: Awaited<ReturnType<typeof startServer>>
let browser: Browser

const docsOn = (options: object, path = '/docs#/Chats/chats_create_message') =>
  openPage(browser, server.url, path, options)

/** Parts of Redoc to check: axe-core takes a minute for the whole page, whose operations consist of the same parts. */
const partsOfRedoc = ['.site', '.menu-content', '[id="tag/Authentication"]', '[id="operation/auth_login"]']

/** Removes the other operations: axe-core reads the whole page, 66,000 elements, even when it checks only parts. */
const removeOtherOperations = (page: Page) =>
  page.evaluate(`for (const operation of document.querySelectorAll('[id^="operation/"]'))
    if (!${JSON.stringify(partsOfRedoc)}.includes(\`[id="\${operation.id}"]\`)) operation.remove()`)

const redocOn = async (options: object) => {
  const opened = await openPage(browser, server.url, '/redoc', options)
  await opened.page.getByRole('heading', { name: 'Sign in with email and password' }).waitFor()
  return opened
}

const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

const tabTo = async (page: Page, selector: string, most = 60) => {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
  }
  throw new Error(`After ${most} times Tab the focus has not come to ${selector}.`)
}

const absent = hasBrowser ? '' : `: skipped, because there is no browser at ${executablePath}`

describe.skipIf(!hasBrowser)(`accessibility of the reference${absent}`, () => {
  beforeAll(async () => {
    server = await startServer()
    process.env['PUBLIC_URL'] = server.url
    await registerUser({ email, name: 'Ada Lovelace', role: 'user' }, password)
    browser = await startBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test.each(schemes)('axe-core finds nothing on /docs with an open operation, %s', async (colorScheme) => {
    const { page, wrong } = await docsOn({ colorScheme })
    await page.getByRole('button', { name: 'Execute' }).waitFor()

    expect(await findingsOn(page)).toEqual({})
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test.each(schemes)(
    'axe-core finds nothing on /redoc except a heading of Redoc itself, %s',
    async (colorScheme) => {
      const { page, wrong } = await redocOn({ colorScheme })
      await removeOtherOperations(page)

      const findings = await findingsOn(page, partsOfRedoc)

      // its parameter names are headings of the fifth level below the second
      expect(findings).toEqual({ 'heading-order': expect.anything() })
      expect(wrong).toEqual([])
      await page.context().close()
    },
  )

  test('/docs follows the preferred color scheme and its changes', async () => {
    const { page } = await docsOn({ colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Execute' }).waitFor()

    const dark = await colorsOn(page, '.info .title')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('html:not(.dark-mode)').waitFor()
    const light = await colorsOn(page, '.info .title')

    expect(dark.isDark).toBe(true)
    expect(dark.contrast).toBeGreaterThan(7)
    expect(light.isDark).toBe(false)
    expect(light.contrast).toBeGreaterThan(7)
    await page.context().close()
  })

  test('/redoc follows the preference for a dark scheme', async () => {
    const { page } = await redocOn({ colorScheme: 'dark' })

    const { isDark, contrast } = await colorsOn(page, '.redoc-wrap h1')

    expect(isDark).toBe(true)
    expect(contrast).toBeGreaterThan(7)
    await page.context().close()
  })

  test('both pages fit a phone without horizontal scrolling', async () => {
    const viewport = { width: 360, height: 740 }
    const docs = await docsOn({ viewport })
    await docs.page.getByRole('button', { name: 'Execute' }).waitFor()
    const redoc = await redocOn({ viewport })

    expect(await overflow(docs.page)).toBe(0)
    expect(await overflow(redoc.page)).toBe(0)
    await docs.page.context().close()
    await redoc.page.context().close()
  })

  test('the keyboard is enough to sign in, open an operation and run it', async () => {
    const { page } = await docsOn({}, '/docs')
    await page.locator('.opblock-tag').first().waitFor()

    await tabTo(page, 'input[name=email]', 10)
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByText('Signed in as Ada Lovelace').waitFor()
    await tabTo(page, '[data-tag=Authentication] button')
    await page.keyboard.press('Enter')
    await tabTo(page, '#operations-Authentication-auth_read_me .opblock-summary-control')
    await page.keyboard.press('Enter')
    // Swagger UI renders an operation again, without focus, after it has resolved all references
    await page.locator('#operations-Authentication-auth_read_me .responses-table .response').first().waitFor()
    await tabTo(page, '#operations-Authentication-auth_read_me .execute')
    await page.keyboard.press('Enter')
    const status = page.locator('.live-responses-table tbody .response-col_status').first()

    expect(await status.innerText()).toBe('200')
    await page.context().close()
  })
})
