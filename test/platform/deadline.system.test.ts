import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { beforeAll, describe, expect, test } from 'vitest'
import { withDeadline } from '../../src/platform/aws/deadline.ts'
import { deployedLimits, loadWith } from '../support/given-proxy.ts'

/** The service with AWS services that begin a response and never end it. */

const services = ['S3', 'SQS', 'SECRETS_MANAGER', 'DYNAMODB']

let server: Server
let platform: Awaited<ReturnType<typeof load>>

const load = async () => ({
  ...(await import('../../src/platform/aws/s3.ts')),
  ...(await import('../../src/platform/events/sqs.ts')),
  ...(await import('../../src/platform/aws/secret.ts')),
  ...(await import('../../src/platform/table/batch/batch-get.ts')),
})

beforeAll(async () => {
  server = createServer((request, response) => {
    // a GET fails with a body that never ends; all other calls succeed
    const isFailure = request.method === 'GET'
    response.writeHead(isFailure ? 404 : 200, { 'Content-Type': 'application/xml', 'Content-Length': 100 })
    // a byte now and then, so that no socket stays idle for long
    const drip = setInterval(() => response.write(' '), 500)
    response.once('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const endpoints = Object.fromEntries(services.map((name) => [`AWS_ENDPOINT_URL_${name}`, url]))
  const queue = { QUEUE_URL_PREFIX: `${url}/000000000000/` }
  const { loaded, restore } = await loadWith({ ...deployedLimits, ...endpoints, ...queue }, load)
  platform = loaded
  return () => {
    restore()
    server.closeAllConnections()
    server.close()
  }
})

describe('A response that never ends', () => {
  test.each([
    ['an object that is stored', () => platform.putObject('a', Buffer.from('x'), 'text/plain')],
    ['an object that is read', () => platform.readObject('a')],
    ['an object that is removed', () => platform.removeObject('a')],
    ['a message that is sent', () => platform.sendToQueues([{ queue: 'notices', kind: 'test', body: {} }])],
    ['a secret that is read', () => platform.secret('never read before')],
    ['an item that is read', () => platform.getItems([{ pk: 'a', sk: 'a' }])],
  ])('causes a 503 for %s before the gateway times out', { concurrent: true }, async (_, call) => {
    // the test times out before API Gateway does
    await expect(call()).rejects.toMatchObject({ status: 503 })
  })
})

test('lets a returned stream last longer than the deadline of its call', async () => {
  const signal = await withDeadline(20, async ({ abortSignal }) => abortSignal)

  await new Promise((resolve) => setTimeout(resolve, 40))

  expect(signal.aborted).toBe(false)
})

test('sends an email from a process that is busy for a second', async () => {
  const load = () => import('../../src/platform/aws/email.ts')
  const { loaded, restore } = await loadWith(deployedLimits, load)
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
  const blockNext = () => void setImmediate(block)
  const email = { user_id: 'a', to: 'a@example.com', subject: 'A', text: 'A', html: '<p>A</p>', headers: {} }
  subscribe('http.client.request.start', blockNext)

  try {
    await expect(loaded.sendEmail(email)).resolves.toBeUndefined()
  } finally {
    unsubscribe('http.client.request.start', blockNext)
    restore()
  }
})
