import { afterEach, describe, expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { demoPeople } from '../../infra/local/demo/demo-people.ts'
import { extractExamples, readmeExamples } from '../../infra/openapi/examples.ts'
import { assetNames, assetPath, loadAsset } from '../../src/pages/asset.ts'
import { readApi } from '../../src/docs/endpoints/read-api.ts'
import { readFavicon } from '../../src/docs/endpoints/read-favicon.ts'
import { readStartPage } from '../../src/docs/endpoints/read-start-page.ts'
import { call, raw } from '../support/call.ts'
import { browsers, programs } from '../support/http-clients.ts'
import { world } from '../support/world.ts'

const stageUrl = 'https://abc.execute-api.eu-central-1.amazonaws.com/live'

afterEach(() => {
  delete process.env['DEMO_PEOPLE']
  process.env['PUBLIC_URL'] = world().publicUrl
})

const addressesIn = (html: string) =>
  [...html.matchAll(/(?:src|href|data-api)="([^"]*)"/g)].map(([, address]) => address)

describe('GET /', () => {
  test('links the reference and loads only our own files', async () => {
    const { status, text, headers } = await call(readStartPage)

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const ways = ['/docs', '/redoc', '/openapi.json', '/openapi.yaml', '/account/sessions', '/api/v1']
    expect(addressesIn(text)).toEqual(expect.arrayContaining(ways))
    const known = [...ways, ...assetNames.map(assetPath)]
    expect(addressesIn(text).filter((address) => !known.includes(String(address)))).toEqual([])
    expect(text).toContain(`Version ${project.version}.`)
  })

  test('contains no inline script or style, and a policy that would run none', async () => {
    const { text, headers } = await call(readStartPage)

    const source = `${world().publicUrl}/docs/assets/`
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src ${source}; style-src ${source}; img-src 'self'; connect-src 'self'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(text).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/)
  })

  test('stays below the stage’s path if the service has no host of its own', async () => {
    process.env['PUBLIC_URL'] = stageUrl

    const { text } = await call(readStartPage)

    expect(addressesIn(text).filter((address) => !address?.startsWith('/live/'))).toEqual([])
    expect(text).toContain(`data-url="${stageUrl}/api/v1"`)
  })

  test('offers the demo people and examples with its own address on a developer’s machine', async () => {
    process.env['DEMO_PEOPLE'] = JSON.stringify(demoPeople)
    process.env['PUBLIC_URL'] = 'http://127.0.0.1:4711'

    const { text } = await call(readStartPage)

    const offered = [...text.matchAll(/data-email="([^"]*)" data-password="([^"]*)"/g)].map(
      ([, ...one]) => one,
    )
    expect(offered).toEqual(demoPeople.people.map(({ email }) => [email, demoPeople.password]))
    expect(text).toContain('<h2 id="examples-title">Examples</h2>')
    expect(text).toContain('http://127.0.0.1:4711/api/v1')
    expect(text).not.toContain('3000')
  })

  test('offers no demo people when deployed', async () => {
    const { text } = await call(readStartPage)

    expect(text).toContain('autocomplete="current-password"')
    expect(text).not.toMatch(/data-email|example\.com|Examples/)
  })

  test('ignores parameters in its URL', async () => {
    const { status } = await call(readStartPage, { query: { utm_source: 'mail' } })

    expect(status).toBe(200)
  })
})

describe('GET /favicon.ico', () => {
  test('returns our icon and allows caching for a day', async () => {
    const { status, text, headers } = await call(readFavicon)

    expect(status).toBe(200)
    expect(text).toBe(loadAsset('icon.svg'))
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
    })
  })

  test('returns 304 to a client that has the icon', async () => {
    const { headers } = await call(readFavicon)

    const again = await call(readFavicon, { headers: { 'If-None-Match': headers['etag'] as string } })

    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('GET /api/v1', () => {
  test('redirects a browser to the start page', async () => {
    process.env['PUBLIC_URL'] = stageUrl

    const answer = await call(readApi, { headers: browsers['Chromium'] as Record<string, string> })

    expect([answer.status, answer.headers['location']]).toEqual([302, '/live/'])
    expect(answer.headers['vary']).toContain('Accept')
  })

  test('returns JSON to a program that accepts HTML first', async () => {
    const { status, body } = await call(readApi, {
      headers: programs['Java HttpURLConnection'] as Record<string, string>,
    })

    expect([status, body.name]).toEqual([200, 'Enterprise platform'])
  })

  test('links the documentation', async () => {
    process.env['PUBLIC_URL'] = stageUrl

    const { status, body } = await call(readApi)

    expect(status).toBe(200)
    expect(body).toEqual({
      name: 'Enterprise platform',
      version: project.version,
      documentation: `${stageUrl}/docs`,
      openapi: `${stageUrl}/openapi.json`,
      health: `${stageUrl}/api/v1/health`,
    })
  })

  test('rejects an unknown query parameter', async () => {
    const { status } = await call(readApi, { query: { page: raw(1) } })

    expect(status).toBe(422)
  })
})

describe('the examples', () => {
  test('show the code blocks below "Try it", each with the HTML of the preceding paragraph', () => {
    const fence = '```'
    const readme = `# A

## Try it

Any port.

**One** [\`LINE\`](a.md) < two:

${fence}sh
a

b
${fence}

Two:

${fence}js
c
${fence}

## B

C

${fence}
d
${fence}
`

    expect(extractExamples(readme)).toEqual([
      { html: '<p><strong>One</strong> <code>LINE</code> &#x3C; two:</p>', code: 'a\n\nb' },
      { html: '<p>Two:</p>', code: 'c' },
    ])
  })

  test('show no Markdown', () => {
    for (const { html } of readmeExamples()) expect(html).not.toMatch(/\*\*|`|\]\(/)
  })

  test('require the section in the README', () => {
    expect(() => extractExamples('# A\n')).toThrow('README.md has no section "Try it".')
  })
})
