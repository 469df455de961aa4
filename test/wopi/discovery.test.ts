import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { discovery } from '../../src/wopi/editor/discovery.ts'
import { readDiscovery } from '../../src/wopi/endpoints/read-discovery.ts'
import { ownDiscovery } from '../../src/wopi/file-kinds.ts'
import { call } from '../support/call.ts'
import { onlyOffice } from '../support/discovery-documents.ts'
import { configureEditor, startEditingServer, type EditingServer } from '../support/editing-server.ts'

let server: EditingServer
const servers: EditingServer[] = []

beforeEach(async () => {
  server = await startEditingServer()
  servers.push(server)
  configureEditor(server.url)
})

afterEach(() => {
  vi.useRealTimers()
  configureEditor(undefined)
})

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const read = (headers = {}) => call(readDiscovery, { headers })

const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

let starts = 0
/** Returns the function from a freshly loaded module, as in a new Lambda function. */
const coldDiscovery = async () => {
  starts += 1
  const place = new URL(`../../src/wopi/editor/discovery.ts?start=${starts}`, import.meta.url)
  const module = (await import(place.href)) as { discovery: typeof discovery }
  return module.discovery
}

describe('GET /wopi/discovery', () => {
  test('returns our own document without an editing server', async () => {
    configureEditor(undefined)

    const answer = await read()

    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/xml')
    expect(answer.bytes.equals(ownDiscovery().xml)).toBe(true)
  })

  test('returns the document of the editing server, byte for byte', async () => {
    const strange = `\uFEFF${onlyOffice(server.url).replace('><', '>\r\n\t<!-- é &amp; -->  <')}\n\n`
    server.document = Buffer.from(strange)

    const answer = await read()

    expect(answer.headers['content-type']).toBe('application/xml')
    expect(answer.bytes.equals(Buffer.from(strange))).toBe(true)
  })

  test('returns an ETag, and 304 for a known document', async () => {
    const first = await read()

    const again = await read({ 'If-None-Match': first.headers['etag'] })
    server.document = onlyOffice(server.url)
    later(61)
    const changed = await read({ 'If-None-Match': first.headers['etag'] })

    expect(first.status, 'first').toBe(200)
    expect(again.status, 'again').toBe(304)
    expect(changed.status, 'changed').toBe(200)
  })

  test('returns 503 if the editing server has never been available', async () => {
    server.behaviour = 'fails'

    const { status, headers } = await read()

    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('accepts unknown parameters', async () => {
    const { status } = await call(readDiscovery, { query: { x: 1 } })

    expect(status).toBe(200)
  })
})

describe('The discovery document', () => {
  test('costs one fetch for concurrent requests, and another one after an hour', async () => {
    await Promise.all(Array.from({ length: 20 }, () => discovery()))
    later(59)
    await discovery()
    const within = server.requests
    later(2)
    await discovery()

    expect(within).toBe(1)
    expect(server.requests).toBe(2)
  })

  test('comes from the stored copy of another function', async () => {
    await discovery()

    const { xml, actions } = await (await coldDiscovery())()

    expect(xml.equals(server.xml())).toBe(true)
    expect(actions.length).toBeGreaterThan(0)
    expect(server.requests).toBe(1)
  })

  test('stays available while the server is down, also in a new function', async () => {
    await discovery()
    later(90)
    server.behaviour = 'fails'

    const warm = await discovery()
    const cold = await (await coldDiscovery())()

    expect(warm.xml.equals(server.xml())).toBe(true)
    expect(cold.xml.equals(server.xml())).toBe(true)
    expect(server.requests).toBe(3)
  })

  test('costs at most one request a minute while the server is down', async () => {
    server.behaviour = 'fails'

    for (let n = 0; n < 5; n += 1) await expect(discovery()).rejects.toMatchObject({ status: 503 })
    const within = server.requests
    later(1.1)
    server.behaviour = 'answers'
    await discovery()

    expect(within).toBe(1)
    expect(server.requests).toBe(2)
  })

  test('stays available even if it is too large to be stored', async () => {
    const noise = Array.from({ length: 20_000 }, () => crypto.randomUUID()).join(' ')
    server.document = `${onlyOffice(server.url)}<!-- ${noise} -->`

    const { xml } = await discovery()
    server.behaviour = 'fails'
    const cold = (await coldDiscovery())()

    expect(xml.length).toBeGreaterThan(700_000)
    await expect(cold).rejects.toMatchObject({ status: 503 })
  })
})

describe('Fetching the discovery document', () => {
  const document = (inner: string) => `<wopi-discovery>${inner}</wopi-discovery>`
  const zone = (action: string) =>
    `<net-zone name="external-http"><app name="Word">${action}</app></net-zone>`
  const good = '<action name="edit" ext="docx" urlsrc="https://e.example/x?"/>'
  const bomb =
    '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">' +
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'

  test.each(['fails', 'redirects', 'breaks off', 'grows'] as const)(
    'fails if the server %s',
    async (behaviour) => {
      server.behaviour = behaviour

      await expect(discovery()).rejects.toMatchObject({ status: 503 })
      expect(server.requests).toBe(1)
    },
  )

  test.each([
    ['of 4 MiB', 0, 'fulfilled'],
    ['of one byte more', 1, 'rejected'],
  ])('accepts at most 4 MiB: one %s', async (_, more, status) => {
    const xml = onlyOffice(server.url)
    server.document = xml + ' '.repeat(4 * 1024 ** 2 - Buffer.byteLength(xml) + more)

    const [settled] = await Promise.allSettled([discovery()])

    expect(settled?.status).toBe(status)
  })

  test('fails if the server does not send everything within 5 s', async () => {
    const other = await startEditingServer()
    servers.push(other)
    Object.assign(server, { behaviour: 'hangs' })
    Object.assign(other, { behaviour: 'stalls' })
    const started = performance.now()

    const hanging = discovery()
    configureEditor(other.url)
    const answers = await Promise.allSettled([hanging, discovery()])

    const rejected = { status: 'rejected', reason: { status: 503 } }
    expect(answers).toMatchObject([rejected, rejected])
    expect(performance.now() - started).toBeGreaterThan(4_500)
    expect(performance.now() - started).toBeLessThan(9_000)
  })

  test.each([
    ['is no XML', 'Service unavailable'],
    ['is a page', '<html><body>Welcome</body></html>'],
    ['is cut off', document(zone(good)).slice(0, -'</app></net-zone></wopi-discovery>'.length)],
    ['has no action', document('<net-zone name="external-http"/>')],
    ['has an action without an address', document(zone('<action name="edit" ext="docx"/>'))],
    ['has a script for an address', document(zone('<action name="edit" ext="docx" urlsrc="javascript:x"/>'))],
    ['has an entity bomb', bomb + document(zone(good.replace('docx', '&c;')))],
    ['names a file of ours', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${document(zone(good))}`],
    ['has a key that is none', document(`${zone(good)}<proof-key modulus="?" exponent=""/>`)],
    ['has two keys', document(`${zone(good)}<proof-key/><proof-key/>`)],
    ['is not in UTF-8', Buffer.from([...Buffer.from('<wopi-discovery>'), 0xff, 0xfe])],
    ['is nested without end', '<a>'.repeat(100_000)],
  ])('fails if the document %s', async (_, xml) => {
    server.document = xml

    await expect(discovery()).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toBe(1)
  })

  test('keeps the last good document after a failure', async () => {
    const { xml } = await discovery()
    server.document = '<html/>'
    later(61)

    expect((await discovery()).xml).toBe(xml)
    expect(server.requests).toBe(2)
  })
})
