import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Running } from '../settings/emulator-endpoints.ts'
import type { Call, S3Response } from './call.ts'
import { bucketCorsHeaders, requireAllowed } from './cors.ts'
import { eventSender } from './event-sender.ts'
import { diskFull } from '../machine/disk-space.ts'
import { S3Failure } from './failure.ts'
import { runOperation } from './operations.ts'
import { verify } from './signature.ts'
import { openStore } from './store.ts'
import { toXmlDocument } from './xml.ts'

const highWaterMark = 256 * 1024

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new S3Failure('InvalidURI')
  }
}

/** Returns a function that starts reading the body; a client that waits for `100 Continue` gets it at this moment. */
const bodyReader = (request: IncomingMessage, response: ServerResponse) => {
  const waits = request.headers.expect !== undefined
  if (waits) response.setHeader('Connection', 'close')
  return () => {
    if (waits) response.writeContinue()
    return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  }
}

const answerTo = async (
  request: IncomingMessage,
  response: ServerResponse,
  { store, sender }: Pick<Call, 'store' | 'sender'>,
): Promise<S3Response> => {
  const { method = '', url = '' } = request
  if (method === 'OPTIONS') {
    requireAllowed(request)
    return { status: 200 }
  }
  const [path = '', ...search] = url.split('?')
  const query = new URLSearchParams(search.join('?'))
  const headers = request.headers as Record<string, string | undefined>
  await verify({ method, path, query, headers })
  const moved = [...query].map(([name, value]) => [name.toLowerCase(), value] as const)
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? []
  return runOperation({
    method,
    bucket: decoded(bucket),
    key: decoded(key),
    query,
    headers: { ...Object.fromEntries(moved.filter(([name]) => name.startsWith('x-amz-'))), ...headers },
    body: bodyReader(request, response),
    store,
    sender,
  })
}

const errorResponse = (error: unknown, RequestId: string): S3Response => {
  const isGone = (error as NodeJS.ErrnoException).code === 'ECONNRESET'
  const isUnexpected = !(error instanceof S3Failure) && !isGone
  if (isUnexpected && (error as NodeJS.ErrnoException).code === 'ENOSPC')
    return errorResponse(new S3Failure('InternalError', diskFull.detail), RequestId)
  if (isUnexpected) process.stderr.write(`${String((error as Error).stack ?? error)}\n`)
  const { code, message, status, headers } =
    error instanceof S3Failure ? error : new S3Failure('InternalError')
  return { status, headers, xml: ['Error', { Code: code, Message: message, RequestId }] }
}

const sendS3Response = async (
  request: IncomingMessage,
  response: ServerResponse,
  answer: S3Response,
): Promise<void> => {
  const { status, headers, xml, bytes } = answer
  const text = xml ? Buffer.from(toXmlDocument(...xml)) : undefined
  response.writeHead(status, {
    ...(text && { 'Content-Type': 'application/xml', 'Content-Length': text.length }),
    ...(status === 200 && !text && { 'Content-Length': 0 }),
    ...headers,
  })
  if (!bytes) response.end(request.method === 'HEAD' ? undefined : text)
  else {
    const { descriptor: fd, start, end } = bytes
    await pipeline(createReadStream('', { fd, start, end, highWaterMark }), response)
  }
}

const serveS3 = async (
  request: IncomingMessage,
  response: ServerResponse,
  parts: Pick<Call, 'store' | 'sender'>,
): Promise<void> => {
  const id = randomBytes(8).toString('hex').toUpperCase()
  response.setHeaders(
    new Map(Object.entries({ Server: 'AmazonS3', 'x-amz-request-id': id, ...bucketCorsHeaders(request) })),
  )
  const answer = await answerTo(request, response, parts).catch((error: unknown) => errorResponse(error, id))
  // the client may have disconnected
  await sendS3Response(request, response, answer).catch(() => response.destroy())
  // reads the rest of a refused body, so that the client gets to read the response
  request.resume()
}

/**
 * Starts the S3 emulator: buckets and objects by path-style addresses, in files under `folder`. Buckets notify the
 * queues of `sqs`, if given, of their objects. Answers 501 to unsupported operations.
 */
export const startS3 = async (folder: string, sqs?: Promise<string>): Promise<Running> => {
  const store = openStore(folder)
  const sender = eventSender(store, sqs)
  const serving = new Set<Promise<void>>()
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const done = serveS3(request, response, { store, sender }).finally(() => serving.delete(done))
    serving.add(done)
  }
  // an upload may take longer than the default of five minutes
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 65_000, highWaterMark }, listener)
  server.on('checkContinue', listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sender.resume()
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await Promise.all([closed, ...serving, sender.stop()])
      store.close()
    },
  }
}
