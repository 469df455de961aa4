import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { environment } from '../../src/platform/runtime/environment.ts'
import { discovery } from '../../src/wopi/editor/discovery.ts'
import { requireProof } from '../../src/wopi/proof.ts'
import { onlyOffice } from '../support/discovery-documents.ts'
import {
  configureEditor,
  newKey,
  published,
  signature,
  startEditingServer,
  ticksAt,
  type EditingServer,
  type Manner,
} from '../support/editing-server.ts'

const [current, old, unknown] = await Promise.all([newKey(), newKey(), newKey()])
const keys = { current, old, unknown, none: undefined }

const path = '/api/v1/wopi/files/0199aa/contents'
const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln-_'
const url = () => `${environment.publicUrl}${path}?access_token=${token}`

const servers: EditingServer[] = []
const start = async (manner?: Manner) => {
  const server = await startEditingServer(manner)
  servers.push(server)
  configureEditor(server.url)
  return server
}

const publicUrl = process.env['PUBLIC_URL']

afterEach(() => {
  vi.useRealTimers()
  configureEditor(undefined)
  process.env['PUBLIC_URL'] = publicUrl
})

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

/** Asks with these headers, and a query beside the token. */
const ask = (headers: Record<string, string>, more: Record<string, string> = {}) => {
  const names = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const query = { ...more, access_token: token }
  return requireProof({ path, query, header: (name) => names.get(name.toLowerCase()) })
}

const refusal = { status: 500, code: 'wopi.proof_invalid' }
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

describe('the proof of a request', () => {
  test.each(['collabora', 'older collabora', 'onlyoffice', 'microsoft 365'] as const)(
    'holds as %s makes it',
    async (manner) => {
      const server = await start(manner)

      await ask(server.signedHeaders({ token, url: url() }))

      expect(server.requests).toBe(1)
    },
  )

  test.each([
    { proof: 'current', proofOld: 'old', verdict: 'holds' },
    { proof: 'current', proofOld: 'none', verdict: 'holds' },
    { proof: 'current', proofOld: 'unknown', verdict: 'holds' },
    { proof: 'unknown', proofOld: 'current', verdict: 'holds' },
    { proof: 'none', proofOld: 'current', verdict: 'holds' },
    { proof: 'old', proofOld: 'unknown', verdict: 'holds' },
    { proof: 'old', proofOld: 'none', verdict: 'holds' },
    { proof: 'unknown', proofOld: 'old', verdict: 'fails' },
    { proof: 'none', proofOld: 'old', verdict: 'fails' },
    { proof: 'unknown', proofOld: 'unknown', verdict: 'fails' },
    { proof: 'none', proofOld: 'none', verdict: 'fails' },
  ] as const)('$verdict by the $proof key with $proofOld as the old one', async (combination) => {
    const server = await start()
    const attributes = Object.entries(published(current, old)).map(([name, value]) => `${name}="${value}"`)
    server.document = onlyOffice(server.url).replace('</wopi', `<proof-key ${attributes.join(' ')}/></wopi`)
    const ticks = ticksAt(Date.now())
    const by = (which: keyof typeof keys, name: string) => {
      const key = keys[which]
      return key ? { [name]: signature(key, token, url().toUpperCase(), ticks) } : {}
    }

    const asked = ask({
      'X-WOPI-TimeStamp': String(ticks),
      ...by(combination.proof, 'X-WOPI-Proof'),
      ...by(combination.proofOld, 'X-WOPI-ProofOld'),
    })

    if (combination.verdict === 'holds') await expect(asked).resolves.toBeUndefined()
    else await expect(asked).rejects.toMatchObject(refusal)
  })

  test.each([
    ['19 minutes old', -19, true],
    ['21 minutes old', -21, false],
    ['19 minutes in the future', 19, true],
    ['21 minutes in the future', 21, false],
  ])('that is %s is looked at', async (_, minutes, holds) => {
    const server = await start()
    const ticks = ticksAt(Date.now() + minutes * 60_000)

    const asked = ask(server.signedHeaders({ token, url: url(), ticks }))

    if (holds) await expect(asked).resolves.toBeUndefined()
    else await expect(asked).rejects.toMatchObject(refusal)
    expect(server.requests).toBe(1)
  })

  test.each(['', 'yesterday', '-1', '1e18', '0x10', '9'.repeat(30), '638000000000000000.5'])(
    'with the time %j does not hold',
    async (time) => {
      const server = await start()
      const headers = server.signedHeaders({ token, url: url() })

      await expect(ask({ ...headers, 'X-WOPI-TimeStamp': time })).rejects.toMatchObject(refusal)
    },
  )

  test('is of this token, address and time alone', async () => {
    const server = await start()
    const right = { token, url: url() }
    const headers = server.signedHeaders(right)
    const wrong: Record<string, string>[] = [
      server.signedHeaders({ ...right, token: `${token}x` }),
      server.signedHeaders({ ...right, url: url().replace('0199aa', '0199ab') }),
      server.signedHeaders({ ...right, url: `${url()}&more=1` }),
      { ...headers, 'X-WOPI-TimeStamp': String(BigInt(headers['X-WOPI-TimeStamp'] as string) + 1n) },
      { ...headers, 'X-WOPI-Proof': '', 'X-WOPI-ProofOld': '%%%' },
    ]

    for (const headers of wrong) await expect(ask(headers)).rejects.toMatchObject(refusal)
  })

  test('is not required when the server publishes no key, or there is no server', async () => {
    const server = await start('onlyoffice')
    server.proves = false

    await ask({ 'X-WOPI-TimeStamp': '1' })
    configureEditor(undefined)
    await ask({ 'X-WOPI-Proof': 'anything' })

    expect(server.requests).toBe(1)
  })

  test('is a 503 when the keys of the server were never known', async () => {
    const server = await start()
    server.behaviour = 'fails'

    await expect(ask(server.signedHeaders({ token, url: url() }))).rejects.toMatchObject({ status: 503 })
  })
})

describe('the address that is signed', () => {
  test.each(['https://api.example/live', 'https://API.example', 'http://127.0.0.1:3000/'])(
    'is made from the public address %s',
    async (address) => {
      process.env['PUBLIC_URL'] = address
      const server = await start('older collabora')

      await expect(ask(server.signedHeaders({ token, url: url() }))).resolves.toBeUndefined()
    },
  )

  const parameters = { ui: 'de-DE', sc: 'a b/ü!', access_token_ttl: '1780000000000' }

  test.each([
    `access_token=${token}&ui=de-DE&sc=a%20b%2F%C3%BC!&access_token_ttl=1780000000000`,
    `access_token=${token}&access_token_ttl=1780000000000&sc=a%20b%2f%c3%bc%21&ui=de-DE`,
    `ui=de-DE&access_token_ttl=1780000000000&access_token=${token}&sc=a+b%2F%C3%BC%21`,
  ])('may have been %s', async (query) => {
    for (const manner of ['microsoft 365', 'older collabora'] as const) {
      const server = await start(manner)
      const signed = server.signedHeaders({ token, url: `${environment.publicUrl}${path}?${query}` })

      await expect(ask(signed, parameters)).resolves.toBeUndefined()
      await expect(ask(signed, { ...parameters, ui: 'fr' })).rejects.toMatchObject(refusal)
    }
  })

  test('with many parameters has the token first and the others as they come', async () => {
    const server = await start()
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, `${i}`]))
    const rest = Object.entries(many).map(([name, value]) => `&${name}=${value}`)
    const started = performance.now()

    await ask(server.signedHeaders({ token, url: url() + rest.join('') }), many)
    await expect(ask(server.signedHeaders({ token, url: url() }), many)).rejects.toMatchObject(refusal)

    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('changed keys', () => {
  let server: EditingServer

  beforeEach(async () => {
    server = await start('microsoft 365')
    await discovery()
  })

  test('are found by asking the server once, by 20 requests at once', async () => {
    await server.rotate()
    await server.rotate()

    await Promise.all(Array.from({ length: 20 }, () => ask(server.signedHeaders({ token, url: url() }))))

    expect(server.requests).toBe(2)
  })

  test('are known by the proof of the old key, which holds meanwhile', async () => {
    await server.rotate()
    server.behaviour = 'fails'

    await ask(server.signedHeaders({ token, url: url() }))
    await ask(server.signedHeaders({ token, url: url() }))
    const meanwhile = server.requests
    server.behaviour = 'answers'
    later(1.1)
    await ask(server.signedHeaders({ token, url: url() }))
    await server.rotate()

    expect(meanwhile).toBe(2)
    expect(server.requests).toBe(3)
  })

  test('are not known to a server that lags behind, whose proof holds', async () => {
    await ask(server.signedHeaders({ token, url: url(), with: 'old' }))

    expect(server.requests).toBe(2)
  })

  test('are asked for at most once a minute, whatever comes', async () => {
    const forged = {
      ...server.signedHeaders({ token, url: url() }),
      'X-WOPI-Proof': 'AAAA',
      'X-WOPI-ProofOld': '',
    }

    for (let n = 0; n < 5; n += 1) await expect(ask(forged)).rejects.toMatchObject(refusal)
    const within = server.requests
    later(1.1)
    await expect(
      ask({ ...forged, ...server.signedHeaders({ token: 'x', url: url() }) }),
    ).rejects.toMatchObject(refusal)

    expect(within).toBe(2)
    expect(server.requests).toBe(3)
  })

  test('may be gone', async () => {
    server.proves = false

    await expect(ask({})).resolves.toBeUndefined()
    expect(server.requests).toBe(2)
  })

  test('may be the first ones', async () => {
    const proving = await start()
    proving.proves = false
    await discovery()
    proving.proves = true

    await expect(ask(proving.signedHeaders({ token, url: url() }))).resolves.toBeUndefined()
    await expect(ask({ 'X-WOPI-Proof': 'AAAA' })).rejects.toMatchObject(refusal)
    expect(proving.requests).toBe(2)
  })
})
