import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { configureEditor, startEditingServer, type EditingServer } from '../support/editing-server.ts'
import { made } from '../support/given.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'

const person = {
  email: 'katherine@example.com',
  name: 'Katherine Johnson',
  password: 'a long enough password',
}

let editor: EditingServer
let service: RunningService
let owner: SignedIn
let file: { id: string }

beforeAll(async () => {
  editor = await startEditingServer()
  editor.proves = false
  configureEditor(editor.url)
  service = await startService()
  owner = await signedIn()
  const user = await made(createUser, { as: await signedIn({ role: 'admin' }), body: person })
  file = await givenFile(owner, { name: 'plan.docx', grants: [[user, 'write']] })
})

afterAll(async () => {
  configureEditor(undefined)
  await Promise.all([service.stop(), editor.stop()])
})

/** Fills in the form of a page and submits it: the page's own script runs, with as much of a browser as it uses. */
const submit = async (
  address: string,
  fields: Record<string, string>,
  answeredBy: (url: URL, init: RequestInit) => Promise<Response> = fetch,
) => {
  const html = await (await fetch(address)).text()
  const button = { disabled: false }
  const alert = { textContent: '' }
  let submitted: (event: object) => Promise<void> = async () => {}
  const form = {
    querySelector: () => button,
    addEventListener: (_: string, listener: typeof submitted) => void (submitted = listener),
  }
  const { href, origin, pathname, search } = new URL(address)
  const replace = vi.fn<(url: string) => void>()
  const document = { forms: [form], querySelector: () => alert }
  const location = { href, origin, pathname, search, replace }
  const FormData = class extends Map<string, string> {
    constructor() {
      super(Object.entries(fields))
    }
  }
  const asked: string[] = []
  const asking = (url: URL, init: RequestInit) => {
    asked.push(url.pathname)
    return answeredBy(url, init)
  }
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? ''
  const browser = { document, location, FormData, URL, URLSearchParams, fetch: asking }
  runInNewContext(script, browser)
  await submitted({ preventDefault: () => {} })
  return { asked, replace, alert: alert.textContent, button }
}

const lastingAddress = async (which: 'HostEditUrl' | 'HostViewUrl'): Promise<string> =>
  (await (await givenEditor(owner, file)).info()).body[which]

describe('GET /files/{id}/open', () => {
  test('shows a page that runs nothing but itself and calls nothing but this host', async () => {
    const answer = await fetch(await lastingAddress('HostEditUrl'))

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toMatch(
      new RegExp(
        `^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; img-src 'self'; ` +
          `connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$`,
      ),
    )
  })

  test('is the same page for a file that is not there', async () => {
    const known = await lastingAddress('HostEditUrl')

    const pages = await Promise.all(
      [known, known.replace(file.id, '00000000-0000-7000-8000-000000000000')].map(async (at) =>
        (await fetch(at)).text(),
      ),
    )

    expect(pages[0]).toBe(pages[1])
  })

  test.each([
    ['HostEditUrl', true],
    ['HostViewUrl', false],
  ] as const)(
    'leads a person who signs in at %s on to the editor, and ends the session',
    async (which, canWrite) => {
      const { asked, replace, alert } = await submit(await lastingAddress(which), person)

      const url = replace.mock.calls[0]?.[0] as string
      const page = await (await fetch(url, { method: 'POST' })).text()
      const token = /name="access_token" value="([^"]*)"/.exec(page)?.[1]
      const info = (await (
        await fetch(`${service.url}/api/v1/wopi/files/${file.id}?access_token=${token}`)
      ).json()) as object
      expect(alert).toBe('')
      expect(asked).toEqual([
        '/api/v1/auth/login',
        `/api/v1/files/${file.id}/edit-link`,
        '/api/v1/auth/logout',
      ])
      expect(info).toMatchObject({ UserFriendlyName: person.name, UserCanWrite: canWrite })
    },
  )

  test('says what is wrong with a password, and nobody is led anywhere', async () => {
    const { replace, alert, button } = await submit(await lastingAddress('HostEditUrl'), {
      ...person,
      password: 'another',
    })

    expect(alert).toBe('The email address or the password is wrong.')
    expect([replace.mock.calls, button.disabled]).toEqual([[], false])
  })

  test('ends the session of a person who may not open the file', async () => {
    const { id } = await givenFile(owner, { name: 'secret.docx' })
    const address = (await lastingAddress('HostEditUrl')).replace(file.id, id)

    const { asked, replace, alert } = await submit(address, person)

    expect(asked.at(-1)).toBe('/api/v1/auth/logout')
    expect([alert, replace.mock.calls]).toEqual(['There is no such file.', []])
  })

  test('follows no link to another host', async () => {
    const { replace, alert } = await submit(await lastingAddress('HostEditUrl'), person, async (url, init) =>
      url.href.includes('edit-link') ? Response.json({ url: 'https://example.org/' }) : fetch(url, init),
    )

    expect(alert).toBe('Please open this page at the public address of the service.')
    expect(replace.mock.calls).toEqual([])
  })

  test.each([
    ['a page of what stands between', async () => new Response('<h1>502</h1>', { status: 502 })],
    ['a page that says that all is well', async () => new Response('<h1>Welcome</h1>')],
    ['an error without a sentence', async () => Response.json({ message: 'Forbidden' }, { status: 403 })],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('asks for another try after %s, without the words of a program', async (_, answer) => {
    const { replace, alert, button } = await submit(await lastingAddress('HostEditUrl'), person, answer)

    expect([alert, button.disabled]).toEqual(['Something went wrong. Please try again.', false])
    expect(replace.mock.calls).toEqual([])
  })
})
