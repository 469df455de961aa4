import { transform } from 'esbuild'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { assetNames, assetPath, assets, loadAsset } from '../../src/pages/asset.ts'
import { demoPeople } from '../../infra/local/demo/demo-people.ts'
import { readAccountPage } from '../../src/pages/endpoints/read-account-page.ts'
import { readViewPage } from '../../src/pages/endpoints/read-view-page.ts'
import { viewedTypes } from '../../src/pages/view.ts'
import { readSignInPage } from '../../src/wopi/endpoints/read-sign-in-page.ts'
import { call } from '../support/call.ts'
import { world } from '../support/world.ts'

const stageUrl = 'https://abc.execute-api.eu-central-1.amazonaws.com/live'
const id = '00000000-0000-7000-8000-000000000000'

const own = assetNames.filter((name) => assets[name].file.startsWith('src/pages/client/'))

const source = () => `${process.env['PUBLIC_URL']}/docs/assets/`

const scripts = assetNames.filter((name) => /^src.*js$/.test(assets[name].file))

const isTexts = (name: string) => name.startsWith('texts-')

const readPage = (page: string) =>
  call(readAccountPage, { params: { page }, query: { next: '/account/tokens' } })

afterEach(() => {
  delete process.env['DEMO_PEOPLE']
  process.env['PUBLIC_URL'] = world().publicUrl
})

describe('Assets of the pages', () => {
  test('assets take at most 60 KB, with the texts of any one language', () => {
    const bytesOf = (name: (typeof own)[number]) => Buffer.byteLength(loadAsset(name))
    const [texts, others] = [own.filter(isTexts), own.filter((name) => !isTexts(name))]

    expect([texts.length, others.length > 10]).toEqual([4, true])
    expect(
      Math.max(...texts.map(bytesOf)) + others.map(bytesOf).reduce((sum, each) => sum + each),
    ).toBeLessThan(60_000)
  })

  test.each(scripts)('%s is served without comments and indentation, with unchanged code', async (name) => {
    const [file, served] = await Promise.all(
      [readFileSync(assets[name].file, 'utf8'), loadAsset(name)].map((code) =>
        transform(code, { minify: true }),
      ),
    )

    expect(served?.code).toBe(file?.code)
  })

  test('assets share one version, because they import each other', () => {
    const folders = new Set(own.map((name) => assetPath(name).replace(name, '')))

    expect(folders.size).toBe(1)
  })
})

describe.each([
  ['GET /account/{page}, sign-in', () => readPage('sign-in')],
  ['GET /account/{page}, signed-in', () => readPage('signed-in')],
  ['GET /account/{page}, reset', () => readPage('reset')],
  ['GET /account/{page}, invitation', () => readPage('invitation')],
  ['GET /account/{page}, sessions', () => readPage('sessions')],
  ['GET /account/{page}, tokens', () => readPage('tokens')],
  ['GET /files/{id}/open', () => call(readSignInPage, { params: { id } })],
])('%s', (_, read) => {
  test('contains no inline script or style, and its policy allows only our own assets', async () => {
    const { status, text, headers } = await read()

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers).toMatchObject({
      'content-security-policy':
        `default-src 'none'; script-src ${source()}; style-src ${source()}; img-src 'self'; connect-src 'self'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
    expect(text).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/)
  })

  test('loads only our own files, below the path of the stage', async () => {
    process.env['PUBLIC_URL'] = stageUrl

    const { text } = await read()

    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(5)
    expect(addresses.filter((address) => !assetNames.map(assetPath).includes(String(address)))).toEqual([])
    expect(text).toContain(`data-url="${stageUrl}"`)
  })
})

describe('Source of scripts and styles', () => {
  const sourceFor = async (Host: string) => {
    const { headers } = await call(readAccountPage, { params: { page: 'sign-in' }, headers: { Host } })
    return /script-src ([^;]*);/.exec(headers['content-security-policy'] ?? '')?.[1]
  }

  test('includes the assets below the path of the stage', async () => {
    process.env['PUBLIC_URL'] = stageUrl

    expect(await sourceFor('abc.execute-api.eu-central-1.amazonaws.com')).toBe(`${stageUrl}/docs/assets/`)
  })

  test('includes the host by which a person opens the page', async () => {
    expect(await sourceFor('localhost:8080')).toBe(`${source()} http://localhost:8080/docs/assets/`)
  })

  test.each(["a; script-src 'unsafe-inline'", 'a b', "'self'", '*', ''])(
    'ignores the host %j',
    async (host) => {
      expect(await sourceFor(host)).toBe(source())
    },
  )
})

describe('GET /account/{page}', () => {
  test('lists the demo people on a developer’s machine only', async () => {
    const deployed = await readPage('sign-in')
    process.env['DEMO_PEOPLE'] = JSON.stringify(demoPeople)
    const local = await readPage('sign-in')

    expect(local.text).toContain('user@example.com')
    expect(deployed.text).not.toMatch(/data-demo|example\.com/)
  })

  test.each(['nothing', '__proto__', 'toString'])('returns 404 for %s', async (page) => {
    const { status, headers } = await readPage(page)

    expect([status, headers['x-error-code']]).toEqual([404, 'request.path_unknown'])
  })
})

describe('GET /files/{id}/open', () => {
  test('returns the same page for every file', async () => {
    const pages = await Promise.all(
      [id, id.replace('7', '6')].map(
        async (file) => (await call(readSignInPage, { params: { id: file } })).text,
      ),
    )

    expect(pages[0]).toBe(pages[1])
  })
})

describe('GET /view/{type}/{id}', () => {
  const readView = (type: string) => call(readViewPage, { params: { type, id } })

  test('allows pictures from the bucket, and is otherwise as strict as other pages', async () => {
    const { status, headers } = await readView('wiki_page')

    expect([status, headers['content-security-policy']]).toEqual([
      200,
      `default-src 'none'; script-src ${source()}; style-src ${source()}; ` +
        `img-src 'self' ${process.env['PICTURE_ORIGIN']}; ` +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ])
  })

  test.each(['nothing', 'wiki_comment', 'toString'])('returns 404 for %s', async (type) => {
    const { status, headers } = await readView(type)

    expect([status, headers['x-error-code']]).toEqual([404, 'request.path_unknown'])
  })

  test('can show every type that has a page', async () => {
    const { kinds } = (await import(resolve('src/pages/client/view-kinds.js'))) as { kinds: object }

    expect(Object.keys(kinds).toSorted()).toEqual(viewedTypes.toSorted())
  })
})
