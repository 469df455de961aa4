import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Running } from './dynoxide.ts'

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Stands in for AWS Secrets Manager: `GetSecretValue` of its JSON 1.1 protocol, secrets by their id. */
export const startSecrets = async (secrets: ReadonlyMap<string, string>): Promise<Running> => {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    if (request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
      return answer(400, { __type: 'InvalidRequestException', message: 'Only GetSecretValue is known here.' })
    const { SecretId = '' } = JSON.parse((await textOf(request)) || '{}') as { SecretId?: string }
    const SecretString = secrets.get(SecretId)
    return SecretString === undefined
      ? answer(400, { __type: 'ResourceNotFoundException', message: `There is no secret ${SecretId}.` })
      : answer(200, {
          Name: SecretId,
          ARN: SecretId,
          VersionId: '1',
          VersionStages: ['AWSCURRENT'],
          SecretString,
        })
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
