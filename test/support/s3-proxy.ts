import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'

/** Treatment of the responses to GET of an object. */
export interface Treatment {
  /** Replacement of the response: a broken connection, an error of S3, or none at all. */
  instead?: 'reset' | 'busy' | 'silence'
  /** Delay before the first byte (ms). */
  delay?: number
  /** Number of bytes sent before the response waits for `until`. */
  hold?: { after: number; until: Promise<void> }
  /** Number of bytes sent before the connection breaks. */
  cutAfter?: number
  /** Maximum number of bytes per second. */
  pace?: number
}

export interface S3Proxy {
  url: string
  /** Returns the treatment of the object at a path; none by default. */
  treat: (path: string) => Treatment
  /** Paths requested with GET, including retries. */
  asked: string[]
  /** Number of responses in progress. */
  open: number
  stop: () => Promise<void>
}

class Cut extends Error {
  override readonly name = 'Cut'
}

const treated = ({ hold, cutAfter = Infinity, pace = Infinity }: Treatment) =>
  async function* (source: AsyncIterable<Buffer>) {
    const from = performance.now()
    let passed = 0
    for await (let chunk of source) {
      const held = hold ? hold.after - passed : -1
      if (hold && held >= 0 && held < chunk.length) {
        yield chunk.subarray(0, held)
        chunk = chunk.subarray(held)
        passed += held
        await hold.until
      }
      if (passed + chunk.length > cutAfter) {
        yield chunk.subarray(0, cutAfter - passed)
        // lets the bytes written before arrive
        await sleep(50)
        throw new Cut()
      }
      yield chunk
      passed += chunk.length
      const early = (passed / pace) * 1000 - (performance.now() - from)
      if (early > 2) await sleep(early)
    }
  }

const busy =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>'

/** Starts a proxy in front of S3 that streams both ways and injects faults. */
export const startS3Proxy = async (target: string): Promise<S3Proxy> => {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse, treatment: Treatment) => {
    const { method, url, headers } = incoming
    const answer = Promise.withResolvers<IncomingMessage>()
    const forwarded = request(new URL(url ?? '/', target), { method, headers }, answer.resolve)
    forwarded.on('error', answer.reject)
    proxy.open += 1
    outgoing.once('close', () => {
      proxy.open -= 1
      forwarded.destroy()
    })
    incoming.pipe(forwarded)
    const response = await answer.promise
    outgoing.writeHead(response.statusCode ?? 500, response.headers)
    await pipeline(response, treated(treatment), outgoing)
  }

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = (incoming.url ?? '/').split('?', 1)[0] as string
    const treatment = incoming.method === 'GET' ? proxy.treat(path) : {}
    if (incoming.method === 'GET') proxy.asked.push(path)
    if (treatment.delay) await sleep(treatment.delay)
    if (treatment.instead === 'reset') return incoming.socket.destroy()
    if (treatment.instead === 'busy')
      return outgoing.writeHead(503, { 'Content-Type': 'application/xml' }).end(busy)
    if (treatment.instead === undefined) await pass(incoming, outgoing, treatment)
    return undefined
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: S3Proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat: () => ({}),
    asked: [],
    open: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}
