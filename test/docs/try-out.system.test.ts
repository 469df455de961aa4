import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerUser } from '../../src/users/registration.ts'
import { executablePath, hasBrowser, startBrowser, startServer } from '../support/browser.ts'
import { givenTalk } from '../support/given-chat.ts'
import { execute, openOperation, openPage, type ReferencePage } from '../support/reference-page.ts'

const password = 'a long enough password'
const email = `${randomUUID()}@example.com`
const demoPeople = { password, people: [{ email, name: 'Ada Lovelace', role: 'user' }] }

let server: Awaited<ReturnType<typeof startServer>>
let browser: Browser
let ada: Awaited<ReturnType<typeof registerUser>>
/** Page shared by these tests, since it takes a second to load: each test continues where the previous one left it. */
let docs: ReferencePage

const signInAs = async (page: Page, name: string, secret: string) => {
  await page.getByLabel('Email').fill(name)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signOut = async (page: Page) => {
  await page.locator('#person').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out.').waitFor()
}

/** Returns a token of another session. */
const tokenOfAda = async () => {
  const login = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  return access_token
}

const messageOn = (page: Page) => page.locator('#message')

const readMe = async (page: Page) => {
  const block = page.locator('#operations-Authentication-auth_read_me')
  if ((await block.count()) === 0 || !(await block.locator('.execute').isVisible()))
    await openOperation(page, 'Authentication', 'auth_read_me')
  return execute(block)
}

const absent = hasBrowser ? '' : `: skipped, because there is no browser at ${executablePath}`

describe.skipIf(!hasBrowser)(`/docs in a browser${absent}`, () => {
  beforeAll(async () => {
    server = await startServer()
    process.env['PUBLIC_URL'] = server.url
    process.env['DEMO_PEOPLE'] = JSON.stringify(demoPeople)
    ada = await registerUser({ email, name: 'Ada Lovelace', role: 'user' }, password)
    browser = await startBrowser()
    docs = await openPage(browser, server.url, '/docs')
    await docs.page.locator('.opblock-tag').first().waitFor()
  })

  afterAll(async () => {
    delete process.env['DEMO_PEOPLE']
    await browser?.close()
    await server?.stop()
  })

  test('shows the sign-in and the first areas at once, each area folded', async () => {
    const { page } = docs
    const tags = page.locator('.opblock-tag')

    const bottomOf = async (text: string) => {
      const box = await page.getByText(text, { exact: true }).first().boundingBox()
      return (box?.y ?? Infinity) + (box?.height ?? 0)
    }

    expect(await bottomOf('Sign in')).toBeLessThan(850)
    expect(await bottomOf('Authorize')).toBeLessThan(850)
    expect(await bottomOf('Assistants')).toBeLessThan(850)
    expect(await tags.count()).toBeGreaterThanOrEqual(10)
    expect(await page.locator('.opblock-tag[data-is-open=true]').count()).toBe(0)
    expect(await page.locator('.opblock').count()).toBe(0)
  })

  test('folds the rules until one is opened', async () => {
    const { page } = docs
    const text = page.getByText('Every error has the body')
    const before = await text.isVisible()

    await page.getByText('Errors', { exact: true }).click()

    expect(before).toBe(false)
    expect(await text.isVisible()).toBe(true)
  })

  test('shows the table of error codes with one click', async () => {
    const { page } = docs

    const code = page.getByRole('cell', { name: 'request.path_unknown' })
    const before = await code.isVisible()

    await page.locator('summary', { hasText: /^Error codes$/ }).click()

    expect(before).toBe(false)
    expect(await code.isVisible()).toBe(true)
  })

  test('explains a failed sign-in', async () => {
    const { page } = docs

    await signInAs(page, email, 'a wrong password here')

    await page.getByText('The email address or the password is wrong.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Email' }).isVisible()).toBe(true)
  })

  test('names missing input before it calls the service', async () => {
    const { page } = docs

    await signInAs(page, '', '')

    expect(await messageOn(page).innerText()).toBe('Enter your email and your password.')
  })

  test('applies the token by itself and stores it only in the tab', async () => {
    const { page } = docs

    await signInAs(page, email, password)
    await page.getByText(`Signed in as Ada Lovelace (${email}) until`).waitFor()
    const { status, body } = await readMe(page)

    expect(status).toBe('200')
    expect(JSON.parse(body)).toMatchObject({ email, name: 'Ada Lovelace' })
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, document.cookie])')).toBe('[{},""]')
  })

  test('signs out and stops sending the token', async () => {
    const { page } = docs

    await signOut(page)
    const { status, body } = await readMe(page)

    expect(status).toBe('401')
    expect(body).toContain('Authorization')
  })

  test('signs in as a demo person with one button', async () => {
    const { page } = docs

    await page
      .getByRole('group', { name: 'Demo people' })
      .getByRole('button', { name: 'Ada Lovelace' })
      .click()
    await page.getByText('Signed in as Ada Lovelace').waitFor()

    expect((await readMe(page)).status).toBe('200')
    await signOut(page)
  })

  test('adopts the token of a sign-in that was tried out', async () => {
    const { page } = docs
    const login = await openOperation(page, 'Authentication', 'auth_login')

    await login.locator('textarea').fill(JSON.stringify({ email, password }))
    const { status } = await execute(login)
    await page.getByText('Signed in as Ada Lovelace').waitFor()

    expect(status).toBe('200')
    expect((await readMe(page)).status).toBe('200')
  })

  test('shows a stream of events after it has ended', async () => {
    const { page } = docs
    const asker = { ...ada, groups: [], email, token: await tokenOfAda() }
    const { chat } = await givenTalk(asker, { model_id: 'extractive' })
    const block = await openOperation(page, 'Chats', 'chats_create_message')

    await block.locator('[data-param-name=id] input').fill(chat.id)
    await block.locator('textarea').fill(JSON.stringify({ text: 'What is Quarkbert?' }))
    await block.locator('.responses-table select').first().selectOption('text/event-stream')
    const { status, body } = await execute(block)

    expect(status).toBe('201')
    expect(body).toMatch(/^event: message$/m)
    expect(body).toMatch(/^event: done$/m)
  })

  test('shows that the session has ended after the service ended it', async () => {
    const { page } = docs
    const request = page.waitForRequest('**/auth/me')
    await readMe(page)
    const { authorization = '' } = await (await request).allHeaders()

    await fetch(`${server.url}/api/v1/auth/logout`, { method: 'POST', headers: { authorization } })
    const { status } = await readMe(page)

    expect(status).toBe('401')
    expect(await messageOn(page).innerText()).toBe('Your session has ended. Please sign in again.')
    expect(await page.getByRole('textbox', { name: 'Email' }).isVisible()).toBe(true)
  })

  test('adopts a token entered by hand and keeps it in the tab', async () => {
    const { page } = docs
    const token = await tokenOfAda()

    await page.getByRole('button', { name: 'Authorize' }).first().click()
    const dialog = page.locator('.dialog-ux')
    await dialog.locator('input').fill(token)
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('Signed in as Ada Lovelace').waitFor()
    await page.reload()
    const again = page.locator('#operations-Chats-chats_create_message .execute') // opened by its URL
    await again.waitFor()

    await page.getByText('Signed in as Ada Lovelace').waitFor()
    expect(docs.wrong.filter((text) => !text.includes('status of 401'))).toEqual([])
  })
})
