import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadWith } from '../support/given-proxy.ts'
import { linesFromNow } from '../support/log-lines.ts'

const load = async () => ({
  ...(await import('../../src/platform/aws/s3.ts')),
  ...(await import('../../src/platform/aws/secret.ts')),
  ...(await import('../../src/platform/aws/parameter.ts')),
  ...(await import('../../src/platform/events/sqs.ts')),
  ...(await import('../../src/platform/table/client.ts')),
})

let answer: { status: number; name: string; message: string }
let services: Awaited<ReturnType<typeof load>>
let restore: () => void

/** Replaces every AWS service; all of them reject calls in the same way. */
const server = createServer((request, response) => {
  request.resume()
  const { status, name, message } = answer
  const isJson = request.headers['x-amz-target'] !== undefined
  const xml = `<Error><Code>${name}</Code><Message>${message}</Message></Error>`
  response
    .writeHead(status, { 'x-amzn-errortype': name })
    .end(request.method === 'HEAD' ? '' : isJson ? JSON.stringify({ __type: name, message }) : xml)
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = ['S3', 'SECRETS_MANAGER', 'SSM', 'DYNAMODB']
  const variables = Object.fromEntries(names.map((name) => [`AWS_ENDPOINT_URL_${name}`, url]))
  // the URL of a queue determines the endpoint of SQS
  const loading = await loadWith({ ...variables, QUEUE_URL_PREFIX: `${url}/1/` }, load)
  services = loading.loaded
  restore = loading.restore
})

afterAll(() => {
  restore()
  server.close()
  server.closeAllConnections()
})

const calls: [client: string, command: string, call: () => Promise<unknown>][] = [
  ['S3Client', 'HeadObjectCommand', () => services.headObject('files/1/2')],
  ['S3Client', 'GetObjectCommand', () => services.readObject('files/1/2')],
  ['SecretsManagerClient', 'GetSecretValueCommand', () => services.secret('session-keys')],
  ['ParameterStore', 'GetParameter', () => services.parameter('/models')],
  ['SQSClient', 'GetQueueAttributesCommand', () => services.countMessages('notices-dead')],
]

describe('A lasting refusal', () => {
  test.each(calls)(
    'appears in the log with its cause and nothing else, for the %s (%s)',
    async (client, command, call) => {
      const role = 'arn:aws:sts::123456789012:assumed-role/reader/1'
      const message = `User: ${role} is not authorized to perform: s3:GetObject on resource: ada@example.com`
      answer = { status: 403, name: 'AccessDeniedException', message }
      const lines = linesFromNow()

      await expect(call()).rejects.toMatchObject({ status: 503 })

      const action = command === 'HeadObjectCommand' ? undefined : 's3:GetObject'
      await expect
        .poll(() => lines)
        .toMatchObject([
          {
            level: 'warn',
            message: 'call refused',
            client,
            command,
            refusal: 'permission',
            ...(action && { action }),
          },
        ])
      expect(JSON.stringify(lines)).not.toMatch(/example\.com|assumed-role/)
    },
  )

  test.each([
    ['ResourceNotFoundException', 'Secrets Manager can’t find the specified secret.', 'missing_resource'],
    ['InvalidRequestException', 'The secret was marked for deletion.', 'missing_resource'],
    ['UnrecognizedClientException', 'The security token included in the request is invalid.', 'credentials'],
    ['DecryptionFailure', 'Cannot decrypt with the KMS key.', 'encryption_key'],
  ])('gets the code of its kind, for a %s', async (name, message, refusal) => {
    answer = { status: 400, name, message }
    const lines = linesFromNow()

    await expect(services.secret(`a secret of ${name}`)).rejects.toMatchObject({ status: 503 })

    await expect.poll(() => lines).toMatchObject([{ message: 'call refused', error: name, refusal }])
  })
})

test.each([
  ['ThrottlingException', 'Rate exceeded'],
  ['ExpiredTokenException', 'The security token included in the request is expired'],
  ['InternalServiceError', 'Something went wrong.'],
])('ignores a %s, which passes on its own', async (name, message) => {
  answer = { status: 400, name, message }
  const lines = linesFromNow()

  await expect(services.secret(`a secret of ${name}`)).rejects.toMatchObject({ status: 503 })
  answer = { status: 400, name: 'AccessDeniedException', message: 'Access denied' }
  await expect(services.secret(`another secret of ${name}`)).rejects.toMatchObject({ status: 503 })

  await expect.poll(() => lines).toMatchObject([{ error: 'AccessDeniedException' }])
})
