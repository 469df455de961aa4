import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { files } from '../../src/files/file/file.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { createEditLink } from '../../src/wopi/endpoints/create-edit-link.ts'
import { openEditor } from '../../src/wopi/endpoints/open-editor.ts'
import { readEditLink } from '../../src/wopi/endpoints/read-edit-link.ts'
import { call } from '../support/call.ts'
import { configureEditor, startEditingServer, type EditingServer } from '../support/editing-server.ts'
import { editorWith } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let editor: EditingServer
let owner: SignedIn
let file: { id: string }

beforeAll(async () => {
  editor = await startEditingServer()
  editor.proves = false
})

afterAll(() => editor.stop())

beforeEach(async () => {
  configureEditor(editor.url)
  owner = await signedIn()
  file = await givenFile(owner, { name: 'a <b> & "c".docx' })
})

afterEach(() => {
  vi.useRealTimers()
  configureEditor(undefined)
})

const givenCode = async (as = owner, of = file, action?: 'edit' | 'view') => {
  const { body } = await call(createEditLink, { as, params: of, query: { action } })
  return new URL(body.url).searchParams.get('code') as string
}

const open = (code: string, of = file, more = {}) =>
  call(openEditor, { params: of, query: { code, ...more } })

const read = async (code: string, httpMethod: string) => {
  const asked = ((event, context) => readEditLink({ ...event, httpMethod }, context)) as typeof readEditLink
  return call(Object.assign(asked, readEditLink), { params: file, query: { code } })
}

const valueOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]
const actionOf = (html: string) => /action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

describe('POST /files/{id}/edit-link', () => {
  test('returns the URL of the page, valid for a minute', async () => {
    const { status, body } = await call(createEditLink, { as: owner, params: file })

    expect(status).toBe(201)
    expect(body.url).toMatch(
      new RegExp(`^http://127.0.0.1:3000/api/v1/files/${file.id}/editor\\?code=[\\w-]{43}$`),
    )
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 60_000)).toBeLessThan(5_000)
  })

  test('requires read access to a file that an editor opens', async () => {
    const [stranger, unknown] = [await signedIn(), await givenFile(owner, { name: 'firmware.bin' })]

    const statuses = await statusByCase({
      'a stranger': await call(createEditLink, { as: stranger, params: file }),
      'a file that no editor opens': await call(createEditLink, { as: owner, params: unknown }),
    })

    expect(statuses).toEqual({
      'a stranger': 404,
      'a file that no editor opens': 409,
    })
  })
})

describe('GET /files/{id}/editor', () => {
  test('shows a page that posts to its own URL, for any number of reads', async () => {
    const code = await givenCode()
    const look = (method = 'GET') => read(code, method)

    const [page, again, head] = [await look(), await look(), await look('HEAD')]

    expect(page.status, 'page').toBe(200)
    expect(again.status, 'again').toBe(200)
    expect(head.status, 'head').toBe(200)
    expect(head.text, 'head: text').toBe('')
    expect(page.text).toContain('<form method="post"><button>')
    expect(page.headers['content-security-policy']).toMatch(
      new RegExp(
        `^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; ` +
          `img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$`,
      ),
    )
    expect((await open(code)).status).toBe(200)
    expect((await look()).status).toBe(404)
  })
})

describe('POST /files/{id}/editor', () => {
  test('posts a token into the frame of the editor', async () => {
    const answer = await open(await givenCode(), file, { wdOrigin: 'mail', other: 'dropped' })

    const token = valueOf(answer.text, 'access_token') as string
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await editorWith(token, file).info()).body.UserCanWrite).toBe(true)
    expect(Number(valueOf(answer.text, 'access_token_ttl'))).toBeGreaterThan(Date.now())
    const action = new URL(actionOf(answer.text))
    expect(action.searchParams.get('WOPISrc')).toBe(`http://127.0.0.1:3000/api/v1/wopi/files/${file.id}`)
    expect([action.searchParams.get('wdOrigin'), action.searchParams.get('other')]).toEqual(['mail', null])
    expect(answer.text).toContain('<title>a &lt;b&gt; &amp; &quot;c&quot;.docx</title>')
  })

  test('allows only its own scripts, and prevents caching and framing', async () => {
    const { headers, text } = await open(await givenCode())

    const editor = new URL(actionOf(text)).origin
    expect(headers['content-security-policy']).toMatch(
      new RegExp(
        `^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; img-src 'self'; ` +
          `frame-src ${editor}; form-action ${editor}; frame-ancestors 'none'; base-uri 'none'$`,
      ),
    )
    expect(headers).toMatchObject({
      'cache-control': 'no-cache, no-store',
      pragma: 'no-cache',
      expires: '-1',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
  })

  test('opens once for concurrent requests', async () => {
    const code = await givenCode()

    const answers = await Promise.all(Array.from({ length: 5 }, () => open(code)))

    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(404)]).toEqual([1, 4])
  })

  test('returns 404 for another file, another or no code, and after a minute', async () => {
    const [other, code] = [await givenFile(owner), await givenCode()]

    const answers = [await open(code, other), await open('x'.repeat(43)), await open('')]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    answers.push(await open(code))

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(answers[0]?.body).toEqual({
      detail: 'This link is invalid, has already been used or has expired; please request another one.',
    })
  })

  test('stays valid if the editing server was unavailable', async () => {
    const code = await givenCode()
    const server = await startEditingServer()
    server.behaviour = 'fails'
    configureEditor(server.url)
    const failed = await open(code)
    configureEditor(undefined)

    const statuses = await statusByCase({
      'the first time': await open(code),
      'the second time': await open(code),
    })

    expect(failed.status).toBe(503)
    expect(statuses).toEqual({
      'the first time': 200,
      'the second time': 404,
    })
    await server.stop()
  })

  test('opens for viewing if the link was created for viewing', async () => {
    const { text } = await open(await givenCode(owner, file, 'view'))

    const { body } = await editorWith(valueOf(text, 'access_token') as string, file).info()
    expect(body).toMatchObject({ UserCanWrite: false, ReadOnly: true })
    expect(text).not.toContain('role="status"')
  })

  test('shows why a document too large to be saved is read-only', async () => {
    await writeItem(files.toUpdate(await files.get(file), { size: 4_202_497 }))

    const { text } = await open(await givenCode())

    expect(text).toContain(
      '<p role="status">This document is larger than 4.2 MB, the maximum size for editing here, so it opens ' +
        'read-only.</p>',
    )
  })

  test('gives readers a token without write permission', async () => {
    const reader = await signedIn()
    const shared = await givenFile(owner, { name: 'plan.odt', grants: [[reader, 'read']] })

    const { text } = await open(await givenCode(reader, shared), shared)

    const { body } = await editorWith(valueOf(text, 'access_token') as string, shared).info()
    expect(body).toMatchObject({ UserCanWrite: false, ReadOnly: true })
  })
})
