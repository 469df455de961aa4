import { request as requestOverHttp, type IncomingMessage } from 'node:http'
import { request as requestOverTls } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import type { ConfiguredServer } from './configured-server.ts'
import { ForbiddenAddress, requirePublicAddresses, urlRefusal } from './public-address.ts'

export interface OutboundInit extends RequestInit {
  /** The server to which the call leads, or that named the URL. */
  server?: ConfiguredServer
}

/** Resolves a name for the connection that is then made, so that it cannot resolve to another address in between. */
const publicLookup: LookupFunction = (hostname, { all }, callback) =>
  callbackify(requirePublicAddresses)(hostname, (error, addresses) => {
    if (error) return callback(error, '')
    const [{ address, family }] = addresses
    return all ? callback(null, addresses) : callback(null, address, family)
  })

const toResponse = (message: IncomingMessage): Response => {
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = message
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const isEmpty = [204, 205, 304].includes(status)
  if (isEmpty) message.resume()
  const body = isEmpty ? null : (Readable.toWeb(message) as ReadableStream)
  return new Response(body, { status, statusText, headers })
}

/** Sends a request over a connection of its own; `signal` also ends the response's body. */
const send = (request: Request, body: Buffer, signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const { method, url } = request
    const open = url.startsWith('https:') ? requestOverTls : requestOverHttp
    // by the header "Host", Node would decide which name the certificate must have
    const own = { host: new URL(url).host, 'accept-encoding': 'identity' }
    const headers = { ...Object.fromEntries(request.headers), ...own }
    const outgoing = open(url, {
      method,
      headers,
      agent: false,
      lookup: publicLookup,
      rejectUnauthorized: true,
    })
    let running: { destroy: (reason?: Error) => unknown } = outgoing
    const abort = () => running.destroy(signal?.reason as Error)
    signal?.addEventListener('abort', abort, { once: true })
    outgoing
      .on('response', (message) => {
        running = message
        try {
          resolve(toResponse(message))
        } catch (error) {
          message.destroy()
          reject(error as Error)
        }
      })
      .on('error', reject)
      .on('close', () => {
        signal?.removeEventListener('abort', abort)
        reject(new TypeError('The server closed the connection without a response.'))
      })
      .end(body.length > 0 ? body : undefined)
  })

/**
 * Calls a server that is not AWS, like `fetch`, but without following redirects. Calls only https on port 443 at public
 * addresses; throws `ForbiddenAddress` otherwise. Exceptions apply to the address of `server` alone; URLs that it names
 * may have another port. (src/platform/outbound/configured-server.ts)
 */
export const outboundFetch = async (
  input: string | URL | Request,
  { server, ...init }: OutboundInit = {},
): Promise<Response> => {
  const { href, origin } = new URL(input instanceof Request ? input.url : input)
  const isConfigured = origin === server?.origin
  const options: RequestInit = { ...init, redirect: 'manual' }
  if (isConfigured && server?.mayBePrivate) return fetch(input, options)
  const refusal = urlRefusal(href, { allowsHttp: isConfigured, anyPort: server !== undefined })
  if (refusal !== undefined) throw new ForbiddenAddress(`The URL at ${origin} ${refusal}.`)
  const request = new Request(input, options)
  return send(request, Buffer.from(await request.arrayBuffer()), init.signal)
}
