import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localAws } from '../../infra/local/settings/variables.ts'
import { parameter } from '../../src/platform/aws/parameter.ts'
import { loadWith, withoutPauses } from '../support/given-proxy.ts'
import { putParameter } from '../support/parameter-store.ts'

describe('parameter', () => {
  test('reads a parameter once per process', async () => {
    const name = `/test/${randomUUID()}`
    await putParameter(name, 'first')

    const [one, other] = await Promise.all([parameter(name), parameter(name)])
    await putParameter(name, 'second')

    expect([one, other, await parameter(name)]).toEqual(['first', 'first', 'first'])
  })

  test('throws 503 for an unreadable parameter, and tries again on the next call', async () => {
    const name = `/test/${randomUUID()}`

    await expect(parameter(name)).rejects.toMatchObject({ status: 503 })
    await putParameter(name, 'there')

    expect(await parameter(name)).toBe('there')
  })
})

interface Received {
  headers: IncomingMessage['headers']
  body: string
}

const hashed = (value: string) => createHash('sha256').update(value).digest('hex')
const keyed = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()

/** Computes the signature of a request with its signed headers (Signature Version 4), without the SDK. */
const signatureOf = ({ headers, body }: Received): string => {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+),/.exec(headers.authorization ?? '') ?? []
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}`)
  const canonical = ['POST', '/', '', ...lines, '', names, hashed(body)].join('\n')
  const signed = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed(canonical)].join('\n')
  const secret = `AWS4${localAws.credentials.secretAccessKey}`
  const key = scope.split('/').reduce<string | Buffer>(keyed, secret)
  return keyed(key, signed).toString('hex')
}

describe('a request of Parameter Store', () => {
  const parameterAnswer = [200, JSON.stringify({ Parameter: { Value: 'there' } })] as const
  const throttled = [400, JSON.stringify({ __type: 'com.amazon#ThrottlingException' })] as const
  const failed = [500, '<html>'] as const
  const refused = [400, JSON.stringify({ __type: 'AccessDeniedException', Message: 'No.' })] as const

  let received: Received[] = []
  let answers: (readonly [status: number, body: string])[] = []
  let read: typeof parameter
  let restore: () => void

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: await text(request) })
    const [status, body] = answers.shift() ?? parameterAnswer
    response.writeHead(status).end(body)
  }
  const server = createServer((request, response) => void respond(request, response))

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const variables = { AWS_ENDPOINT_URL_SSM: url, AWS_SESSION_TOKEN: 'a session' }
    const loading = await loadWith(variables, () => import('../../src/platform/aws/parameter.ts'))
    read = loading.loaded.parameter
    restore = loading.restore
  })

  beforeEach(() => {
    received = []
    answers = []
  })

  afterAll(() => {
    restore()
    server.close()
    server.closeAllConnections()
  })

  test('carries the name, the session token and a valid signature', async () => {
    expect(await read('/a')).toBe('there')

    const [request] = received as [Received]
    const { authorization, ...headers } = request.headers
    expect(JSON.parse(request.body)).toEqual({ Name: '/a' })
    expect(headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.GetParameter',
      'x-amz-security-token': 'a session',
    })
    expect(authorization).toMatch(
      new RegExp(`/${localAws.region}/ssm/aws4_request, SignedHeaders=\\S*host\\S*x-amz-target`),
    )
    expect(authorization).toMatch(new RegExp(`Signature=${signatureOf(request)}$`))
  })

  test.each([
    ['four times while the service fails', [failed, throttled, failed, parameterAnswer], 4],
    ['at most four times', [failed, failed, failed, failed], 4],
    ['once if the service refuses it', [refused], 1],
  ])('sends a request %s', async (_, given, attempts) => {
    answers = [...given]

    const reading = withoutPauses(() => read(`/${randomUUID()}`))

    if (given.at(-1) === parameterAnswer) await expect(reading).resolves.toBe('there')
    else await expect(reading).rejects.toMatchObject({ status: 503 })
    expect(received.length).toBe(attempts)
  })
})
