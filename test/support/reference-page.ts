import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A page of the reference with its errors: on the console, uncaught, or requests to other hosts. */
export interface ReferencePage {
  page: Page
  wrong: string[]
}

/** Opens a page of the service at `url` in its own context. */
export const openPage = async (
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<ReferencePage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 850 }, ...options })
  // Redoc renders all operations before it shows the first one
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== url)
      wrong.push(`a request to ${request.url()}`)
  })
  const response = await page.goto(url + path)
  expect(response?.status()).toBe(200)
  return { page, wrong }
}

/** Opens the block of an operation on /docs, and its tag. */
export const openOperation = async (page: Page, tag: string, id: string): Promise<Locator> => {
  const block = page.locator(`#operations-${tag}-${id}`)
  const heading = page.locator(`.opblock-tag[data-tag="${tag}"]`)
  if ((await heading.getAttribute('data-is-open')) === 'false') await heading.click()
  await block.locator('.opblock-summary-control').click()
  return block
}

/** Executes an operation on /docs; returns the response that the page shows. */
export const execute = async (block: Locator): Promise<{ status: string; body: string }> => {
  const answer = block.locator('.live-responses-table')
  if (await answer.isVisible()) await block.getByRole('button', { name: 'Clear' }).click()
  await block.getByRole('button', { name: 'Execute' }).click()
  const status = await answer.locator('tbody .response-col_status').first().innerText()
  return { status, body: await answer.locator('.highlight-code code').first().innerText() }
}

/** Returns the colors of an element's text and of the page background: red, green and blue from 0 to 255. */
const colorsOf = async (page: Page, selector: string): Promise<[number[], number[]]> => {
  const colorOf = (where: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(where)})).${property}`)
  const colors = [await colorOf(selector, 'color'), await colorOf('body', 'backgroundColor')]
  return colors.map((color) => (color.match(/\d+/g) ?? []).map(Number)) as [number[], number[]]
}

const luminanceOf = (color: number[]) => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns true in `isDark` for a dark page, and the contrast of an element's text: 1 to 21 (WCAG 2.2, "contrast
 * ratio").
 */
export const colorsOn = async (
  page: Page,
  selector: string,
): Promise<{ isDark: boolean; contrast: number }> => {
  const [text = 0, ground = 0] = (await colorsOf(page, selector)).map(luminanceOf)
  const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
  return { isDark: ground < 0.05, contrast }
}
