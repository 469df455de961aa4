import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from 'playwright-core'
import { isStreaming, streamTo, writeResponse } from '../../src/platform/http/answer/node-response.ts'
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import type { StreamingChain } from '../../src/platform/http/exchange/response-stream.ts'
import { notFoundHandler } from '../../src/not-found.ts'
import { endpoints } from './endpoints.ts'

/** The headless shell draws pages in a fifth less time. */
const usualPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

export const executablePath = process.env['CHROMIUM'] ?? usualPath ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(executablePath)

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a headless Chromium that sends no requests of its own. Its socket is in /tmp, because within our temporary
 * folder the path would exceed the 107 bytes that Linux allows.
 */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: quiet, env: { ...process.env, TMPDIR: '/tmp' } })

const routed = (method: string, path: string) => {
  for (const { spec, handler } of endpoints) {
    const pattern = fullPath(spec)
      .replaceAll('.', '\\.')
      .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(path)
    if (match && spec.method === method) return { handler, params: match.groups ?? {} }
  }
  return { handler: notFoundHandler, params: {} }
}

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { handler, params } = routed(request.method ?? 'GET', url.pathname)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const event = {
    httpMethod: request.method,
    path: url.pathname,
    pathParameters: params,
    multiValueQueryStringParameters: Object.fromEntries(
      [...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)]),
    ),
    headers: request.headers,
    body: chunks.length > 0 ? Buffer.concat(chunks).toString() : null,
    isBase64Encoded: false,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEvent
  if (isStreaming(handler))
    await (handler as unknown as StreamingChain)(event, streamTo(response), {} as Context)
  else writeResponse(response, await handler(event, {} as Context))
}

/** Starts the service's handlers behind a plain HTTP server, for tests that need a real address. */
export const startServer = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const server = createServer(
    (request, response) => void answer(request, response).catch((error: Error) => response.destroy(error)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
