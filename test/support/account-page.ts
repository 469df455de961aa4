import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type english from '../../src/pages/client/texts-en.json'

/** Stores a session in the tab of a page, as our pages do. */
export const keepIn = (page: Page, session: object): Promise<unknown> =>
  page.evaluate(`sessionStorage.setItem('session', ${JSON.stringify(JSON.stringify(session))})`)

export const keptIn = (page: Page): Promise<{ token: string } | null> =>
  page.evaluate(`JSON.parse(sessionStorage.getItem('session'))`)

/**
 * Opens a page of the service, signed in if a token is given. Collects in `wrong` all errors, dialogs, and requests to
 * hosts other than `known`, but not failed loads.
 */
export const openAccountPage = async (
  browser: Browser,
  address: string,
  { token, known = [], ...options }: BrowserContextOptions & { token?: string; known?: string[] } = {},
): Promise<{ page: Page; wrong: string[] }> => {
  const { origin } = new URL(address)
  const page = await (await browser.newContext(options)).newPage()
  page.setDefaultTimeout(60_000)
  if (token) {
    await page.goto(`${origin}/favicon.ico`)
    await keepIn(page, { token, until: Date.now() + 3_600_000 })
  }
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('dialog', (dialog) => wrong.push(dialog.message()))
  page.on('request', (request) => {
    const to = new URL(request.url())
    if (![origin, ...known].includes(to.origin)) wrong.push(`a request to ${to.href}`)
  })
  await page.goto(address)
  return { page, wrong }
}

/** Returns the texts of the pages in a language. */
export const textsIn = (language: string) =>
  JSON.parse(readFileSync(`src/pages/client/texts-${language}.json`, 'utf8')) as typeof english

/** Signs in on a page with the keyboard. */
export const fillIn = async (
  page: Page,
  email: string,
  password: string,
  texts = textsIn('en'),
): Promise<void> => {
  await page.getByLabel(texts['signIn.email']).fill(email)
  await page.getByLabel(texts['signIn.password']).fill(password)
  await page.keyboard.press('Enter')
}
