import { buffer } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccountPage } from '../support/account-page.ts'
import { findingsOn } from '../support/axe.ts'
import { executablePath, hasBrowser, startBrowser } from '../support/browser.ts'
import { messagesOf } from '../support/given-answer.ts'
import { givenLinkedTicket } from '../support/given-contact.ts'
import { givenFile } from '../support/given-file.ts'
import { changedTicket, givenMessage } from '../support/given-ticket.ts'
import { startService, type RunningService } from '../support/service.ts'

const hostile = '<img src=x onerror=alert(1)> & "Ada"'
const absent = hasBrowser ? '' : `: skipped, because there is none at ${executablePath}`

let service: RunningService
let browser: Browser

describe.skipIf(!hasBrowser)(`Page of a contact's ticket${absent}`, () => {
  beforeAll(async () => {
    service = await startService()
    browser = await startBrowser()
  })

  afterAll(async () => {
    await Promise.all([browser?.close(), service?.stop()])
  })

  const open = (token: string, options: Parameters<typeof openAccountPage>[2] = {}) =>
    openAccountPage(browser, `${service.url}/account/tickets#token=${token}`, options)

  test('shows the public messages, and sends an answer with the keyboard', async () => {
    const { agent, ticket, token } = await givenLinkedTicket({ description: hostile })
    await givenMessage(agent, ticket, { text: 'Internal secret', is_internal: true })
    const { page, wrong } = await open(token)

    await page.getByRole('heading', { name: `#${ticket.number} It leaks` }).waitFor()
    await page.getByLabel('Your answer').fill('It is dry.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Your answer has been sent.').waitFor()

    const text = await page.locator('main').innerText()
    expect(text).toContain(hostile)
    expect(text).toContain('It is dry.')
    expect(text).not.toContain('secret')
    expect(page.url()).toBe(`${service.url}/account/tickets`)
    await page.reload()
    await page.getByText('It is dry.').waitFor()
    expect((await messagesOf(agent, ticket.id)).at(-1)).toMatchObject({ text: 'It is dry.' })
    expect(wrong).toEqual([])
    await page.context().close()
  })

  test('downloads the file of a message with the keyboard', async () => {
    const { agent, ticket, token } = await givenLinkedTicket()
    const file = await givenFile(agent, { name: 'manual.txt', bytes: 'Turn it off.' })
    await givenMessage(agent, ticket, { attachments: [file.id] })
    const { page } = await open(token)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'manual.txt' }).press('Enter')
    const download = await downloading

    expect(download.suggestedFilename()).toBe('manual.txt')
    expect(await buffer(await download.createReadStream())).toEqual(Buffer.from('Turn it off.'))
    await page.context().close()
  })

  test('shows no form for a closed ticket, and explains a wrong link', async () => {
    const { agent, ticket, token } = await givenLinkedTicket()
    await changedTicket(agent, ticket, { status: 'closed' })
    const closed = await open(token)
    await closed.page.getByText('Closed').waitFor()
    expect(await closed.page.getByLabel('Your answer').count()).toBe(0)

    const other = await open(`${token}x`)
    await other.page.getByRole('alert').getByText('This link no longer works.').waitFor()
    await Promise.all([closed.page.context().close(), other.page.context().close()])
  })

  test.each(['light', 'dark'] as const)('violates no rule of axe in %s colors', async (colorScheme) => {
    const { agent, ticket, token } = await givenLinkedTicket({ description: 'Since noon.' })
    const { id } = await givenFile(agent)
    await givenMessage(agent, ticket, { text: 'Please wait.', attachments: [id] })
    const { page } = await open(token, { bypassCSP: true, colorScheme })
    await page.getByLabel('Your answer').waitFor()

    expect(await findingsOn(page)).toEqual({})
    await page.context().close()
  })
})
