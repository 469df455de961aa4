import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { applyVariables } from '../../infra/local/settings/variables.ts'
import { forgetSecrets, secret } from '../../src/platform/aws/secret.ts'
import { world } from '../support/world.ts'

/** A process that reads a secret, with a Secrets Manager whose responses the test determines. */

const minute = 60_000

const answer = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))

const tell = (text: string) => (response: ServerResponse) => answer(response, 200, { SecretString: text })
const fail = (response: ServerResponse) => answer(response, 400, { __type: 'ThrottlingOfAnotherKind' })

let respond: (response: ServerResponse) => unknown = fail
let calls = 0

const server = createServer((request, response) => {
  calls += 1
  request.resume().once('end', () => respond(response))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] =
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  applyVariables(world())
  forgetSecrets()
  server.closeAllConnections()
  server.close()
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  forgetSecrets()
  respond = tell('first')
  await secret('a')
  calls = 0
})

afterEach(() => vi.useRealTimers())

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

test('reads a secret once for concurrent callers, and then not for minutes', async () => {
  pass(4 * minute - 1)

  const values = await Promise.all([secret('a'), secret('b'), secret('b'), secret('a')])

  expect([values, calls]).toEqual([['first', 'first', 'first', 'first'], 1])
})

test('reads a rotated secret after five minutes, even without requests in between', async () => {
  respond = tell('second')
  pass(5 * minute)

  expect([await secret('a'), calls]).toEqual(['second', 1])
})

test('refreshes a secret in the background before that', async () => {
  let waiting: ServerResponse | undefined
  respond = (response) => (waiting = response)
  pass(4 * minute)

  expect([await secret('a'), await secret('a')]).toEqual(['first', 'first'])
  await expect.poll(() => waiting).toBeDefined()
  tell('second')(waiting as ServerResponse)
  await expect.poll(() => secret('a')).toBe('second')
  expect(calls).toBe(1)
})

test('uses the last value for an hour while reads fail, with pauses between attempts', async () => {
  respond = fail
  pass(6 * minute)
  const values = [await secret('a')]
  const tried = calls
  values.push(await secret('a'), await secret('a'))

  expect([values, calls]).toEqual([['first', 'first', 'first'], tried])
  pass(10_000)
  expect(await secret('a')).toBe('first')
  expect(calls).toBeGreaterThan(tried)
  pass(54 * minute)
  await expect(secret('a')).rejects.toMatchObject({ status: 503 })
})

test('reads a secret again once that is possible, and retries a failed first read at once', async () => {
  respond = fail
  pass(6 * minute)
  await secret('a')
  await expect(secret('b')).rejects.toMatchObject({ status: 503 })
  respond = tell('second')

  expect(await secret('b')).toBe('second')
  pass(10_000)
  expect(await secret('a')).toBe('second')
})

test.each([
  ['fails', fail],
  ['is answered', tell('an older one')],
])('ignores a call that %s late, in a process that was frozen', async (_, end) => {
  let late: ServerResponse | undefined
  respond = (response) => (late = response)
  pass(4 * minute)
  await secret('a')
  await expect.poll(() => late).toBeDefined()
  respond = tell('second')
  pass(30 * minute)
  const thawed = await secret('a')
  const ended = new Promise((resolve) => late?.once('close', resolve))
  end(late as ServerResponse)
  await ended
  respond = fail
  calls = 0

  expect([thawed, await secret('a'), calls]).toEqual(['second', 'second', 0])
})
