import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handler as createEditLink } from '../../src/wopi/endpoints/create-edit-link.ts'
import { executablePath, hasBrowser, startBrowser } from '../support/browser.ts'
import { call } from '../support/call.ts'
import { collabora } from '../support/discovery-documents.ts'
import { configureEditor } from '../support/editing-server.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'

let service: RunningService
let browser: Browser
const editor = createServer()
let editorUrl: string

/** The page of an editor that was asked for by a form: it asks the host for the file, and shows its name. */
const editorPage = (src: string, token: string) => `<!doctype html><p id="name"></p><script>
fetch(${JSON.stringify(`${src}?access_token=${token}`)}).then((answer) => answer.json()).then((info) => {
  document.getElementById('name').textContent = info.BaseFileName + ' of ' + info.UserFriendlyName
})
</script>`

beforeAll(async () => {
  editor.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', editorUrl)
    if (url.pathname === '/hosting/discovery') return response.end(collabora(editorUrl))
    return void text(request).then((body) => {
      const token = new URLSearchParams(body).get('access_token') ?? ''
      response.setHeader('Content-Type', 'text/html')
      response.end(editorPage(url.searchParams.get('WOPISrc') ?? '', request.method === 'POST' ? token : ''))
    })
  })
  await new Promise<void>((resolve) => editor.listen(0, '127.0.0.1', resolve))
  editorUrl = `http://127.0.0.1:${(editor.address() as AddressInfo).port}`
  configureEditor(editorUrl, true)
  service = await startService()
  if (hasBrowser) browser = await startBrowser()
})

afterAll(async () => {
  configureEditor(undefined)
  await Promise.all([service?.stop(), browser?.close(), new Promise((resolve) => editor.close(resolve))])
})

describe('the page behind an edit link', () => {
  test('opens the file in the editor, in a real browser', async ({ skip }) => {
    if (!hasBrowser) return skip(`there is no browser at ${executablePath}`)
    const person = await signedIn({ name: 'Grace Hopper' })
    const file = await givenFile(person, { name: 'a <b> & "c".docx' })
    const { body } = await call(createEditLink, { as: person, params: { id: file.id } })
    const page = await browser.newPage()
    const wrong: string[] = []
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))

    await page.goto(body.url)
    const shown = page.frameLocator('iframe[name=editor]').locator('#name')
    await shown.getByText('of').waitFor()

    expect(await shown.textContent()).toBe('a <b> & "c".docx of Grace Hopper')
    expect(await page.title()).toBe('a <b> & "c".docx')
    expect(page.url()).not.toContain('access_token')
    expect(wrong).toEqual([])
    expect((await page.reload())?.status()).toBe(404)
  })
})
