import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { files } from '../../src/files/file/file.ts'
import { looseObjects, objectKey } from '../../src/files/file/object.ts'
import { headObject } from '../../src/platform/aws/s3.ts'
import { scanItems } from '../../infra/operation/scan.ts'
import { givenEditor, type Editor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { putLarge, streamed } from '../support/large-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settleAfter } from '../support/world.ts'
import { startWopiServer } from '../support/wopi-server.ts'

const megabyte = 1_000_000

let server: Awaited<ReturnType<typeof startWopiServer>>
let owner: SignedIn
let file: { id: string }
let editor: Editor
let contents: string
const own = { 'X-WOPI-Override': 'PUT', 'X-WOPI-Lock': 'own' }

beforeAll(async () => {
  server = await startWopiServer({ WOPI_SAVE_BYTES: String(200 * megabyte) })
})

afterAll(() => server.kill())

beforeEach(async () => {
  owner = await signedIn()
  file = await givenFile(owner, { name: 'film.pptx', bytes: 'as it was' })
  editor = await givenEditor(owner, file)
  contents = `${server.url}/api/v1/wopi/files/${file.id}/contents?access_token=${editor.token}`
  await editor.operate('LOCK', { 'X-WOPI-Lock': 'own' })
})

const save = (body: string, headers: Record<string, string> = own, to = contents) =>
  fetch(to, { method: 'POST', body, headers })

/** Begins a save that announces this size, and sends a part. */
const begin = (length: number, sent: string): ClientRequest => {
  const outgoing = request(contents, { method: 'POST', headers: { ...own, 'Content-Length': length } })
  outgoing.on('error', () => {}).write(sent)
  return outgoing
}

/** Returns the announced objects of the file, except the present one. */
const announced = async () => {
  const { object_id } = await files.get(file)
  const { pk } = looseObjects.keyOf({ file_id: file.id, id: '' })
  const items = (await Array.fromAsync(scanItems())).flat()
  return items.flatMap(({ pk: at, sk }) => {
    const id = /^object#(.+)$/.exec(String(sk))?.[1]
    return at === pk && id && id !== object_id ? [id] : []
  })
}

/** Waits until an object is announced for the file, whose bytes then arrive. */
const untilAnnounced = async (): Promise<string> => (await announced())[0] ?? untilAnnounced()

const stored = async () => (await editor.read()).text

describe('The document server', () => {
  test('saves 50 and 200 MB as they arrive, and returns them, with constant memory', async () => {
    const saveLarge = (size: number) => putLarge({ url: contents, headers: own, method: 'POST' }, size)
    const smaller = await saveLarge(50 * megabyte)
    const first = await streamed(contents)
    const before = server.peakMemory()

    const sha256 = await saveLarge(200 * megabyte)

    const growth = server.peakMemory() - before
    const second = await streamed(contents)
    const { body: info } = await editor.info()
    expect(first).toMatchObject({ status: 200, length: 50 * megabyte, sha256: smaller })
    expect(second).toMatchObject({ status: 200, length: 200 * megabyte, sha256 })
    expect(info.SHA256).toBe(Buffer.from(sha256, 'hex').toString('base64'))
    expect(growth).toBeLessThan(50 * megabyte)
  })

  test('answers like Lambda', async () => {
    const answer = await save('second')

    const info = await editor.info()
    expect(await answer.json()).toEqual({ LastModifiedTime: info.body.LastModifiedTime })
    expect(answer.headers.get('x-wopi-itemversion')).toBe(info.body.Version)
    expect(info.body.SHA256).toBe(createHash('sha256').update('second').digest('base64'))
  })

  test('rejects requests like Lambda, and writes nothing for them', async () => {
    const before = (await announced()).length
    const reader = await signedIn()
    const shared = await givenFile(owner, { grants: [[reader, 'read']] })
    const viewer = await givenEditor(reader, shared)
    const asReader = `${server.url}/api/v1/wopi/files/${shared.id}/contents?access_token=${viewer.token}`

    const answers = await Promise.all([
      save('x', own, contents.replace(/=.*/, '=x')),
      save('x', own, asReader),
      save('x', { ...own, 'X-WOPI-Lock': 'of another' }),
      save('x', { ...own, 'X-WOPI-Override': 'COBALT' }),
      fetch(contents, { method: 'PUT', body: 'x' }),
      fetch(`${server.url}/nothing`),
    ])

    expect(answers.map(({ status }) => status)).toEqual([401, 404, 409, 501, 405, 404])
    expect(answers[2]?.headers.get('x-wopi-lock')).toBe('own')
    for (const answer of answers)
      expect(await answer.json()).toEqual({ detail: expect.stringMatching(/\.$/) })
    expect([await stored(), (await announced()).length]).toEqual(['as it was', before])
  })

  test('rejects too large bodies before they arrive, and bodies without a length', async () => {
    const [answer] = (await once(begin(200 * megabyte + 1, 'x'), 'response')) as [IncomingMessage]
    const unsaid = await fetch(contents, {
      method: 'POST',
      headers: own,
      body: new Blob(['x']).stream(),
      duplex: 'half',
    } as RequestInit)

    expect(answer.statusCode).toBe(413)
    expect(JSON.parse((await answer.toArray()).join(''))).toEqual({
      detail: 'The body must not be larger than 200000000 bytes.',
    })
    expect([unsaid.status, await unsaid.json()]).toEqual([
      400,
      { detail: 'The header Content-Length must give the size of the document.' },
    ])
    expect(await stored()).toBe('as it was')
    answer.destroy()
  })

  test('keeps the document when a save is interrupted, and finally removes the partial save', async () => {
    const outgoing = begin(20 * megabyte, 'x'.repeat(megabyte))
    const object = await untilAnnounced()

    outgoing.destroy()
    await settleAfter(86_401)

    expect(await stored()).toBe('as it was')
    expect([await headObject(objectKey(file.id, object)), await announced()]).toEqual([undefined, []])
  })

  test('disconnects a client that stops sending', async () => {
    const outgoing = begin(20 * megabyte, 'x'.repeat(megabyte))

    await expect(once(outgoing, 'response')).rejects.toThrow(/hang up|ECONNRESET/)

    expect(await stored()).toBe('as it was')
    expect((await save('second')).status).toBe(200)
  })

  test('leaves no partial save after concurrent saves', async () => {
    const texts = Array.from({ length: 10 }, (_, n) => `text ${n}`.repeat(100_000))

    const answers = await Promise.all(texts.map((text) => save(text)))

    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
    expect(texts).toContain(await stored())
  })

  test('serves ranges, and the headers of the contents', async () => {
    const [part, head] = [
      await fetch(contents, { headers: { Range: 'bytes=0-1' } }),
      await fetch(contents, { method: 'HEAD' }),
    ]

    expect([part.status, await part.text()]).toEqual([206, 'as'])
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([
      200,
      '',
      part.headers.get('etag'),
    ])
  })

  test('answers its health check, and only the paths that it serves', async () => {
    const health = await fetch(`${server.url}/health`)
    const broken = await fetch(`${server.url}/api/v1/wopi/files/%zz/contents`)

    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    expect([broken.status, await broken.json()]).toEqual([400, { detail: 'The request cannot be read.' }])
    expect(broken.headers.get('x-error-code')).toBe('request.malformed')
  })

  test('logs no token', () => {
    expect(server.log()).toContain('/api/v1/wopi/files/{id}/contents')
    expect(server.log()).not.toContain(editor.token.split('.')[2])
  })
})

describe('The document server during shutdown', () => {
  test('completes saves in progress', async () => {
    const other = await startWopiServer()
    const outgoing = request(contents.replace(server.url, other.url), {
      method: 'POST',
      headers: { ...own, 'Content-Length': 6 },
    })
    outgoing.write('sec')
    await untilAnnounced()

    const ended = other.stop()
    outgoing.end('ond')

    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    answer.resume()
    expect([answer.statusCode, await ended, await stored()]).toEqual([200, 0, 'second'])
  })
})
