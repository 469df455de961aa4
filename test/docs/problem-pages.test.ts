import { describe, expect, test } from 'vitest'
import document from '#generated/openapi.json' with { type: 'json' }
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import { readEventFeed } from '../../src/lms/event/endpoints/read-event-feed.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { browsers } from '../support/http-clients.ts'

interface Response {
  $ref?: string
  content?: Record<string, unknown>
}

type Responses = Record<string, Response>

const components = document.components.responses as unknown as Responses

const resolved = (response: Response): Response =>
  response.$ref ? (components[response.$ref.split('/').at(-1) as string] as Response) : response

const paths = document.paths as unknown as Record<string, Record<string, { responses: Responses }>>

const chromium = browsers['Chromium'] as Record<string, string>

const documented = endpoints.filter(({ spec }) => !spec.atRoot)

/** Returns the error statuses for which the document has a page. */
const pagesOf = ({ spec }: (typeof endpoints)[number]) =>
  Object.entries(paths[fullPath(spec)]?.[spec.method.toLowerCase()]?.responses ?? {})
    .filter(
      ([status, response]) => Number(status) >= 400 && 'text/html' in (resolved(response).content ?? {}),
    )
    .map(([status]) => status)

describe('the document', () => {
  test('contains a page for each error of operations for browsers, and for no other', () => {
    const [forBrowsers, others] = [true, false].map((isForBrowsers) =>
      documented.filter(({ spec }) => {
        const isRendered = spec.problemPages !== undefined && spec.method === 'GET'
        return (isRendered && !spec.protocol) === isForBrowsers
      }),
    )

    expect(forBrowsers?.map(({ name }) => name).sort()).toEqual([
      'auth-finish-single-sign-on',
      'auth-start-single-sign-on',
      'lms-read-event-feed',
      'lms-read-unsubscribe-page',
      'wopi-read-edit-link',
    ])
    for (const one of forBrowsers ?? []) expect(pagesOf(one), one.title).toContain('500')
    expect(others?.flatMap(pagesOf)).toEqual([])
  })
})

describe('GET /lms/events.ics', () => {
  const query = { token: 'unknown' }

  test('explains to a person in a browser why the link does not work', async () => {
    const { status, text, headers } = await call(readEventFeed, { query, headers: chromium })

    expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(text).toContain('<p>The token is unknown or has been revoked.</p>')
  })

  test('returns JSON to a calendar application', async () => {
    const { status, body } = await call(readEventFeed, { query, headers: { Accept: 'text/calendar, */*' } })

    expect([status, body]).toEqual([401, { detail: 'The token is unknown or has been revoked.' }])
  })
})

describe('a link opened without a token', () => {
  const params = { id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11' }

  test('shows a page without scripts that asks to sign in', async () => {
    const { status, text, headers } = await call(readPage, { params, headers: chromium })

    expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(text).toContain('<h1>Please sign in</h1>')
    expect(text).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; frame-ancestors 'none'/,
    )
    expect(headers['vary']).toContain('Accept')
  })

  test('returns 401 in JSON to a program', async () => {
    const { body } = await call(readPage, { params, headers: { Accept: '*/*' } })

    expect(body).toEqual({ detail: expect.stringContaining('token') as string })
  })
})

describe('a page that explains an error', () => {
  test.each([
    ['en', 'Please sign in'],
    ['de-CH,de;q=0.9', 'Bitte melden Sie sich an'],
    ['fr', 'Veuillez vous connecter'],
    ['es-MX', 'Inicie sesión'],
    ['ja', 'Please sign in'],
  ])('uses the language of the browser: %s', async (accepted, title) => {
    const headers = { Accept: 'text/html', 'Accept-Language': accepted, 'Sec-Fetch-Mode': 'navigate' }

    const { text } = await call(readPage, { params: { id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11' }, headers })

    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(`<html lang="${accepted === 'ja' ? 'en' : accepted.slice(0, 2)}">`)
  })
})
