import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEditLink } from '../../src/wopi/endpoints/create-edit-link.ts'
import { openEditor } from '../../src/wopi/endpoints/open-editor.ts'
import { readEditLink } from '../../src/wopi/endpoints/read-edit-link.ts'
import { call } from '../support/call.ts'
import { browsers } from '../support/http-clients.ts'
import { configureEditor, startEditingServer, type EditingServer } from '../support/editing-server.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let editor: EditingServer
let owner: SignedIn
let file: { id: string }

beforeAll(async () => {
  editor = await startEditingServer()
})

afterAll(() => editor.stop())

beforeEach(async () => {
  configureEditor(editor.url)
  owner = await signedIn()
  file = await givenFile(owner, { name: 'a <b> & "c".docx' })
})

afterEach(() => configureEditor(undefined))

const givenCode = async () => {
  const { body } = await call(createEditLink, { as: owner, params: file })
  return new URL(body.url).searchParams.get('code') as string
}

const open = (code: string) => call(openEditor, { params: file, query: { code } })

const addressOf = (html: string) => /href="([^"]*)" download/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

describe('POST /files/{id}/editor', () => {
  test('offers a download for ten minutes beside the frame', async () => {
    const { text } = await open(await givenCode())

    const url = new URL(addressOf(text))
    const download = await fetch(url)
    expect(url.searchParams.get('X-Amz-Expires')).toBe('600')
    expect([download.status, await download.text()]).toEqual([200, 'hello'])
    expect(download.headers.get('content-disposition')).toContain('attachment')
  })

  test('offers the download without frame or token if there is no editing server', async () => {
    configureEditor(undefined)
    const code = await givenCode()

    const { status, text, headers } = await open(code)

    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(text).toContain('<h1>a &lt;b&gt; &amp; &quot;c&quot;.docx</h1>')
    expect(text).toContain('This service has no editing server')
    expect(text).not.toMatch(/<iframe|<form|access_token/)
    expect(await (await fetch(addressOf(text))).text()).toBe('hello')
    expect((await open(code)).status).toBe(404)
  })

  test('uses the language of the browser for a person without a language setting', async () => {
    configureEditor(undefined)
    const query = { code: await givenCode() }

    const { text } = await call(openEditor, {
      params: file,
      query,
      headers: { 'Accept-Language': 'nl, de-AT;q=0.8' },
    })

    expect(text).toContain('<html lang="de"')
    expect(text).toContain('Dieser Dienst hat keinen Editor')
  })

  test('shows a person in a browser why a used link does not work', async () => {
    const code = await givenCode()
    await open(code)
    const request = { params: file, query: { code }, headers: browsers['Chromium'] as Record<string, string> }

    const [page, json] = [await call(readEditLink, request), await call(openEditor, request)]

    const words = 'This link is invalid, has already been used or has expired; please request another one.'
    expect(page.status).toBe(404)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-error-code': 'wopi.link_invalid',
      vary: 'Accept, Authorization, Sec-Fetch-Mode',
    })
    expect(page.text).toContain(`<p>${words}</p>`)
    expect([json.status, json.body]).toEqual([404, { detail: words }])
  })

  test('returns 503 with Retry-After while the editing server is unavailable', async () => {
    const code = await givenCode()
    const server = await startEditingServer()
    server.behaviour = 'fails'
    configureEditor(server.url)

    const { status, headers } = await open(code)

    expect(status).toBe(503)
    expect(headers['retry-after']).toMatch(/^\d+$/)
    await server.stop()
  })
})
