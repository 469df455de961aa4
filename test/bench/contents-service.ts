import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startService } from '../support/service.ts'

/** Program with the service, a server that only forwards an object, and a report of their memory. */
const service = await startService()

const client = new S3Client({ responseChecksumValidation: 'WHEN_REQUIRED' })
const pass = async (Key: string, response: ServerResponse) => {
  const object = await client.send(new GetObjectCommand({ Bucket: process.env['BUCKET_NAME'], Key }))
  response.writeHead(200, { 'Content-Length': object.ContentLength })
  await pipeline(object.Body as Readable, response)
}
const server = createServer(({ url = '/' }, response) => {
  pass(url.slice(1), response).catch(() => response.destroy())
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const bare = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

let peakBytes = 0
setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20)
process.on('message', () => {
  process.send?.({ peakBytes })
  peakBytes = process.memoryUsage.rss()
})
process.once('disconnect', () => process.exit(0))
process.send?.({ url: service.url, bare })
