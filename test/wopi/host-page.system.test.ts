import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { createEditLink } from '../../src/wopi/endpoints/create-edit-link.ts'
import { findingsOn } from '../support/axe.ts'
import { executablePath, hasBrowser, startBrowser } from '../support/browser.ts'
import { call } from '../support/call.ts'
import { collabora } from '../support/discovery-documents.ts'
import { configureEditor } from '../support/editing-server.ts'
import { made as given } from '../support/given.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'

const newUser = {
  email: 'katherine@example.com',
  name: 'Katherine Johnson',
  password: 'a long enough password',
}

let service: RunningService
let browser: Browser
const editor = createServer()
let editorUrl: string

/** Messages that the editor sends to its host page when that is ready (WOPI, "PostMessage"). */
let said: object[] = []

/** Returns the page of an editor requested by a form: it loads the file from the host and shows its name. */
const editorPage = (src: string, token: string) => `<!doctype html><p id="name"></p><script>
addEventListener('message', ({ data }) => {
  if (JSON.parse(data).MessageId !== 'Host_PostmessageReady') return
  for (const message of ${JSON.stringify(said)}) parent.postMessage(JSON.stringify(message), '*')
  document.body.append(Object.assign(document.createElement('p'), { id: 'said' }))
})
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

describe('The page behind an edit link', () => {
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

describe('The page around an editor', () => {
  /** Returns the page with a stopped clock, around an editor that sends these messages. */
  const opened = async (messages: object[]) => {
    said = messages
    const person = await signedIn()
    const file = await givenFile(person, { name: 'plan.docx' })
    const { body } = await call(createEditLink, { as: person, params: { id: file.id } })
    const page = await (await browser.newContext({ bypassCSP: true })).newPage()
    await page.clock.install()
    await page.goto(body.url)
    await page.frameLocator('iframe[name=editor]').locator('#said').waitFor({ state: 'attached' })
    return { page, notice: page.getByRole('alert') }
  }

  test('reports a silent editor after 10 s, and offers another try and a download', async ({ skip }) => {
    if (!hasBrowser) return skip(`there is no browser at ${executablePath}`)
    const { page, notice } = await opened([{ MessageId: 'UI_Close' }])

    await page.clock.fastForward(9_000)
    const before = await notice.isVisible()
    await page.clock.fastForward(1_500)
    await notice.waitFor()
    const words = await notice.innerText()
    const found = await findingsOn(page)
    const download = page.waitForEvent('download')
    await notice.getByRole('link', { name: 'Download the file' }).click()
    const name = (await download).suggestedFilename()
    await notice.getByRole('button', { name: 'Try again' }).click()
    const again = await notice.isVisible()

    expect(before).toBe(false)
    expect(words).toContain('“plan.docx” cannot be shown')
    expect([name, again, found]).toEqual(['plan.docx', false, {}])
    await page.context().close()
  })

  test('shows no notice when the editor sends messages', async ({ skip }) => {
    if (!hasBrowser) return skip(`there is no browser at ${executablePath}`)
    const { page, notice } = await opened([
      { MessageId: 'App_LoadingStatus', Values: { Status: 'Frame_Ready' } },
    ])

    await page.clock.fastForward(60_000)

    expect(await notice.isVisible()).toBe(false)
    await page.context().close()
  })
})

describe('The page at the permanent URL of a file', () => {
  test('opens the file for the person who signs in, in a real browser, and leaves no session', async ({
    skip,
  }) => {
    if (!hasBrowser) return skip(`there is no browser at ${executablePath}`)
    const person = await given(createUser, { as: await signedIn({ role: 'admin' }), body: newUser })
    const as = await signedIn()
    const file = await givenFile(as, { name: 'plan.docx', grants: [[person, 'read']] })
    const { HostEditUrl } = (await (await givenEditor(as, file)).info()).body
    const page = await browser.newPage()
    const wrong: string[] = []
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))

    await page.goto(HostEditUrl)
    await page.fill('[name=email]', newUser.email)
    await page.fill('[name=password]', 'not the password')
    await page.click('button')
    const refusal = page.getByRole('alert').getByText('.')
    await refusal.waitFor()
    const refused = await refusal.textContent()
    await page.fill('[name=password]', newUser.password)
    await page.click('button')
    const shown = page.frameLocator('iframe[name=editor]').locator('#name')
    await shown.getByText('of').waitFor()

    expect(refused).toBe('The email address or the password is wrong.')
    expect(await shown.textContent()).toBe(`plan.docx of ${newUser.name}`)
    expect(page.url()).toMatch(new RegExp(`/api/v1/files/${file.id}/editor\\?code=`))
    expect(wrong).toEqual([expect.stringContaining('401')])
    expect(sent.filter((request) => request.includes('/auth/'))).toEqual([
      'GET /api/v1/auth/methods',
      'POST /api/v1/auth/login',
      'POST /api/v1/auth/login',
      'POST /api/v1/auth/logout',
    ])
  })
})
