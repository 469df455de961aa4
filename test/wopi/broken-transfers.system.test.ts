import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deployedLimits, loadWith } from '../support/given-proxy.ts'
import { partOf, streamed, type Streamed } from '../support/large-file.ts'
import { startS3Proxy, type S3Proxy, type Treatment } from '../support/s3-proxy.ts'
import type { RunningService } from '../support/service.ts'
import { world } from '../support/world.ts'

/** More bytes than all buffers on the way hold. */
const size = 24 * 1024 ** 2

let proxy: S3Proxy
let service: RunningService
/**
 * URL of the contents of a file, with a token. `treat` sets the treatment of its S3 requests in order; the last one
 * applies to all further requests.
 */
let contents: { address: string; treat: (...inOrder: Treatment[]) => void }
/** Transfers that last until the service times out: begun first, checked last. */
let slow: Record<'silent' | 'stalled', Promise<Streamed>>
/** A transfer that nobody reads from meanwhile. */
let unread: IncomingMessage

const load = async () => ({
  ...(await import('../support/service.ts')),
  ...(await import('../support/people.ts')),
  ...(await import('../support/web-files.ts')),
})

beforeAll(async () => {
  proxy = await startS3Proxy(world().endpoints.s3)
  const treatments = new Map<string, Treatment[]>()
  proxy.treat = (path) => {
    const [next = {}, ...others] = treatments.get(path.split('/').at(-2) as string) ?? []
    if (others.length) treatments.set(path.split('/').at(-2) as string, others)
    return next
  }
  const { loaded, restore } = await loadWith({ ...deployedLimits, AWS_ENDPOINT_URL_S3: proxy.url }, load)
  const { startService, signedIn, webFiles } = loaded
  service = await startService()
  const owner = await signedIn()
  const { upload, contentsAddress } = webFiles(service)
  const bytes = partOf(0, size)
  const givenContents = async () => {
    const { id } = await upload(owner, { name: 'plan.odt', bytes })
    const address = await contentsAddress(owner, { id })
    return { address, treat: (...inOrder: Treatment[]) => void treatments.set(id, inOrder) }
  }
  const begun = async (treatment: Treatment) => {
    const { address, treat } = await givenContents()
    treat(treatment)
    return streamed(address)
  }
  const { address } = await givenContents()
  unread = await new Promise((resolve) => get(address, resolve))
  slow = {
    silent: begun({ instead: 'silence' }),
    stalled: begun({ hold: { after: size / 2, until: new Promise(() => {}) } }),
  }
  contents = await givenContents()
  return restore
})

afterEach(() => {
  proxy.asked.length = 0
})

afterAll(async () => {
  await service.stop()
  await proxy.stop()
})

describe('GET /wopi/files/{id}/contents', () => {
  test('forwards the first byte before S3 sends the last', async () => {
    const { address, treat } = contents
    const gate = Promise.withResolvers<void>()
    treat({ hold: { after: 100_000, until: gate.promise } })

    const [answer] = (await once(get(address), 'response')) as [IncomingMessage]
    const [first] = (await once(answer, 'data')) as [Buffer]
    gate.resolve()
    let length = first.length
    for await (const chunk of answer as AsyncIterable<Buffer>) length += chunk.length

    expect(first.length).toBeLessThanOrEqual(100_000)
    expect(length).toBe(size)
  })

  test('waits for a slow S3', async () => {
    const { address, treat } = contents
    treat({ delay: 700 })

    const { first, status, length } = await streamed(address)

    expect([status, length]).toEqual([200, size])
    expect(first).toBeGreaterThanOrEqual(690)
  })

  test.each<[string, Treatment]>([
    ['breaks the connection', { instead: 'reset' }],
    ['is busy', { instead: 'busy' }],
    ['breaks off with the first byte', { cutAfter: 0 }],
  ])('returns 503 after a retry if S3 %s', async (_, treatment) => {
    const { address, treat } = contents
    treat(treatment)

    const response = await fetch(address)

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ detail: expect.stringMatching(/^The service is busy/) })
  })

  test('answers normally if S3 fails once', async () => {
    const { address, treat } = contents
    treat({ instead: 'reset' }, {})

    const answer = await streamed(address)

    expect(answer).toMatchObject({ status: 200, length: size, broken: undefined })
    expect(proxy.asked.filter((path) => path.includes(address.split('/').at(-2) as string))).toHaveLength(2)
  })

  test.each([1, size / 2, size - 1])('aborts if S3 aborts after %i bytes', async (cutAfter) => {
    const { address, treat } = contents
    treat({ cutAfter })

    const { status, length, broken } = await streamed(address)

    expect(status).toBe(200)
    expect(length).toBeLessThan(size)
    expect(broken).toMatchObject({ code: 'ECONNRESET' })
  })

  test('aborts for a browser too, which never accepts a partial response as complete', async () => {
    const { address, treat } = contents
    treat({ cutAfter: size / 2 })

    const reading = fetch(address).then((response) => response.arrayBuffer())

    await expect(reading).rejects.toThrow('terminated')
  })

  test('stops reading when the client has disconnected', async () => {
    const { address, treat } = contents
    treat({ hold: { after: size / 2, until: new Promise(() => {}) } })
    const open = proxy.open

    const request = get(address)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    await once(answer, 'data')
    const during = proxy.open
    request.destroy()

    expect(during).toBe(open + 1)
    await vi.waitFor(() => expect(proxy.open).toBe(open), 30_000)
  })
})

describe('An S3 that stops sending', () => {
  test('causes a 503 before the first byte', async () => {
    const { status, headers } = await slow.silent

    expect([status, headers['content-type']]).toEqual([503, 'application/json'])
  })

  test('causes an aborted transfer after the first byte', async () => {
    const { status, length, broken } = await slow.stalled

    expect(status).toBe(200)
    expect(length).toBeLessThanOrEqual(size / 2)
    expect(broken).toMatchObject({ code: 'ECONNRESET' })
  })
})

test('a client that reads nothing for longer than the S3 timeout still receives everything', async () => {
  await slow.stalled

  const chunks = (await unread.toArray()) as Buffer[]

  expect(Buffer.concat(chunks).equals(partOf(0, size))).toBe(true)
})
