import { Agent, request as open, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Said } from './conformity.ts'
import type { Operation } from './contract.ts'

/** A request to send. */
export interface Sent {
  /** Intended operation; undefined if no operation has this method or path. */
  operation?: Operation | undefined
  method: string
  /** Encoded path with its query. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer | undefined
  /** Owner of the token that is sent. */
  as?: { token: string } | undefined
  /** Source address in 127.0.0.0/8. */
  from?: string | undefined
}

export interface Answer extends Said {
  milliseconds: number
}

/** Time limit for a response (ms); the gateway gives up after 20 s. */
const patience = 30_000

/** Returns a request for an operation; `body`, if given, is sent as JSON. */
export const asking = (
  operation: Operation,
  path: string,
  {
    as,
    body,
    headers,
  }: { as?: { token: string } | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Sent => ({
  operation,
  method: operation.method,
  path,
  as,
  headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
  body: body === undefined ? undefined : JSON.stringify(body),
})

const decoders: Partial<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/** Returns the text of a response; wrongly encoded bytes are returned as they are, and fail validation. */
const textOf = (headers: Record<string, string>, bytes: Buffer): string => {
  const decode = decoders[headers['content-encoding'] ?? '']
  try {
    return (bytes.length > 0 && decode ? decode(bytes) : bytes).toString()
  } catch {
    return bytes.toString()
  }
}

const bodyOf = (headers: Record<string, string>, text: string): unknown => {
  if (!/^application\/(scim\+)?json$/.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a sender of requests to a service over persistent connections. */
export const sender = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(url)

  const once = (sent: Sent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body, as, from: localAddress } = sent
      const from = performance.now()
      const all = { ...(as && { Authorization: `Bearer ${as.token}` }), ...headers }
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
      const whence = localAddress === undefined ? {} : { localAddress }
      const options = { agent, hostname, port, method, path, headers: { ...length, ...all }, ...whence }
      const request = open({ ...options, timeout: patience }, (response: IncomingMessage) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => void chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
          const said = Object.fromEntries(given) as Record<string, string>
          const text = textOf(said, Buffer.concat(chunks))
          const status = response.statusCode ?? 0
          resolve({
            status,
            headers: said,
            text,
            body: bodyOf(said, text),
            milliseconds: performance.now() - from,
          })
        })
      })
      request.once('timeout', () => request.destroy(new Error(`no answer within ${patience} ms`)))
      request.once('error', (error: NodeJS.ErrnoException) => {
        // the server closed an idle connection
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve(once(sent))
        else reject(error)
      })
      request.end(body)
    })

  return { once, stop: () => agent.destroy() }
}
