import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executablePath, hasBrowser, startBrowser, startServer } from '../support/browser.ts'
import { openPage } from '../support/reference-page.ts'

let server: Awaited<ReturnType<typeof startServer>>
let browser: Browser

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth')

const absent = hasBrowser ? '' : `: skipped, because there is none at ${executablePath}`

describe.skipIf(!hasBrowser)(`the documentation pages in a browser${absent}`, () => {
  beforeAll(async () => {
    server = await startServer()
    process.env['PUBLIC_URL'] = server.url
    browser = await startBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('/docs shows every area without errors and without requests to other hosts', async () => {
    const { page, wrong } = await openPage(browser, server.url, '/docs')

    await page.getByRole('heading', { name: 'Enterprise platform API' }).waitFor()
    const areas = page.locator('.opblock-tag-section')
    await areas.first().waitFor()

    expect(await page.title()).toBe('Enterprise platform API')
    expect(await areas.count()).toBeGreaterThanOrEqual(3)
    expect(await page.locator('.errors-wrapper').count()).toBe(0)
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test('/docs blocks a script of our origin that is not an asset, such as an uploaded file', async () => {
    const { page } = await openPage(browser, server.url, '/docs')

    const refused = page.evaluate(`new Promise((done) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => done(effectiveDirective))
      const src = '/api/v1/wopi/files/1/contents'
      document.head.append(Object.assign(document.createElement('script'), { src }))
    })`)

    expect(await refused).toBe('script-src-elem')
    await page.context().close()
  })

  test('/docs opens the operation in its URL', async () => {
    const { page, wrong } = await openPage(browser, server.url, '/docs#/Authentication/auth_read_me')

    const block = page.locator('#operations-Authentication-auth_read_me')
    await block.getByRole('button', { name: 'Execute' }).waitFor()

    expect(await page.locator('.opblock.is-open').count()).toBe(1)
    expect(await page.locator('.opblock-tag[data-is-open=true]').count()).toBe(1)
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test('/redoc shows and finds operations without errors and without requests to other hosts', async () => {
    const { page, wrong } = await openPage(browser, server.url, '/redoc')

    await page.getByRole('heading', { name: /^Enterprise platform API/ }).waitFor()
    await page.getByRole('heading', { name: 'Sign in with email and password' }).waitFor()
    await page.getByPlaceholder('Search...').fill('logout')
    await page.getByRole('search').getByText('Sign out', { exact: true }).waitFor()

    expect(await page.title()).toBe('Enterprise platform API reference')
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'on a phone, %s, pages are as wide as the screen',
    async (colorScheme) => {
      const options = { viewport: { width: 390, height: 844 }, isMobile: true, colorScheme }
      const { page } = await openPage(browser, server.url, '/docs', options)
      const filter = page.locator('.operation-filter-input')
      await filter.waitFor()

      expect((await filter.boundingBox())?.width, 'the field of the filter').toBeGreaterThan(300)
      expect(await overflowOf(page)).toBe(0)

      await page.goto(`${server.url}/api/v1/users/me`)
      const text = await page.getByText('This is shown only to people').boundingBox()

      expect([text?.x, await overflowOf(page)], 'the page that says to sign in').toEqual([16, 0])
      expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toBe('system-ui, sans-serif')
      const ground = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
      expect(ground === 'rgb(255, 255, 255)').toBe(colorScheme === 'light')
      await page.context().close()
    },
  )
})
