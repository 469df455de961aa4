import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerUser } from '../../src/users/registration.ts'
import { executablePath, hasBrowser, startBrowser, startServer } from '../support/browser.ts'

const password = 'a long enough password'

let server: Awaited<ReturnType<typeof startServer>>
let browser: Browser
/** The page at /docs, which takes seconds to build: two tests look at the same. */
let docs: Awaited<ReturnType<typeof opened>>

/**
 * What Swagger UI says of every address with an underscore, which all our operations have; it opens them all
 * the same.
 */
const hint = 'Deprecated: escaping deep link whitespace'

/** A page with what went wrong on it: errors on the console or not caught, requests to other hosts. */
const opened = async (path: string) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(hint)) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== server.url) wrong.push(`a request to ${request.url()}`)
  })
  const response = await page.goto(server.url + path)
  expect(response?.status()).toBe(200)
  return { page, wrong }
}

/** The block of an operation on the page, opened. */
const operationOn = async (page: Page, tag: string, id: string): Promise<Locator> => {
  const block = page.locator(`#operations-${tag}-${id}`)
  await block.locator('.opblock-summary-control').click()
  return block
}

/** Executes the operation and gives the answer as the page shows it. */
const executed = async (block: Locator) => {
  await block.getByRole('button', { name: 'Execute' }).click()
  const answer = block.locator('.live-responses-table')
  const status = await answer.locator('tbody .response-col_status').first().innerText()
  const body = await answer.locator('.highlight-code code').first().innerText()
  return { status, body: JSON.parse(body) as Record<string, unknown> }
}

const absent = hasBrowser ? '' : `: skipped, because there is none at ${executablePath}`

describe.skipIf(!hasBrowser)(`In a browser${absent}`, { timeout: 60_000 }, () => {
  beforeAll(async () => {
    server = await startServer()
    process.env['PUBLIC_URL'] = server.url
    browser = await startBrowser()
    docs = await opened('/docs')
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('/docs shows every area, without an error and from no other host', async () => {
    const { page, wrong } = docs

    await page.getByRole('heading', { name: 'Enterprise platform API' }).waitFor()
    const areas = page.locator('.opblock-tag-section')
    await areas.first().waitFor()

    expect(await page.title()).toBe('Enterprise platform API')
    expect(await areas.count()).toBeGreaterThanOrEqual(3)
    expect(await page.locator('.errors-wrapper').count()).toBe(0)
    expect(wrong).toEqual([])
  })

  test('/redoc shows the operations and finds them, without an error and from no other host', async () => {
    const { page, wrong } = await opened('/redoc')

    await page.getByRole('heading', { name: /^Enterprise platform API/ }).waitFor()
    await page.getByRole('heading', { name: 'Sign in with email and password' }).waitFor()
    await page.getByPlaceholder('Search...').fill('logout')
    await page.getByRole('search').getByText('Sign out').waitFor()

    expect(await page.title()).toBe('Enterprise platform API reference')
    expect(wrong).toEqual([])
    await page.close()
  })

  test('somebody signs in on /docs, authorises and calls an endpoint, also after coming back', async () => {
    const email = `${randomUUID()}@example.com`
    await registerUser({ email, name: 'Ada Lovelace', role: 'user' }, password)
    const { page, wrong } = docs

    const login = await operationOn(page, 'Authentication', 'auth_login')
    await login.locator('textarea').fill(JSON.stringify({ email, password }))
    const token = await executed(login)
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    const dialog = page.locator('.dialog-ux')
    await dialog.locator('input').fill(String(token.body['access_token']))
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const me = await executed(await operationOn(page, 'Authentication', 'auth_read_me'))
    await page.reload()
    const again = await executed(page.locator('#operations-Authentication-auth_read_me')) // open, by its address

    expect(token.status).toBe('200')
    expect(me).toMatchObject({ status: '200', body: { email, name: 'Ada Lovelace' } })
    expect(again).toMatchObject({ status: '200', body: { email } })
    expect(wrong).toEqual([])
    await page.close()
  })
})
