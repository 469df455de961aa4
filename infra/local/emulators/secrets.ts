import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Running } from '../settings/emulator-endpoints.ts'

const readRequestText = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

type Answer = [status: number, body: object]

const secretRefusal = (type: string, message: string): Answer => [400, { __type: type, message }]

const answerSecret = (secrets: ReadonlyMap<string, string>, SecretId: string): Answer => {
  const SecretString = secrets.get(SecretId)
  return SecretString === undefined
    ? secretRefusal('ResourceNotFoundException', `There is no secret ${SecretId}.`)
    : [200, { Name: SecretId, ARN: SecretId, VersionId: '1', VersionStages: ['AWSCURRENT'], SecretString }]
}

const parameterAnswer = (parameters: ReadonlyMap<string, string>, Name: string): Answer => {
  const Value = parameters.get(Name)
  return Value === undefined
    ? secretRefusal('ParameterNotFound', `There is no parameter ${Name}.`)
    : [200, { Parameter: { Name, Type: 'String', Value, Version: 1 } }]
}

/** Size limit of a parameter in the standard tier, which is free. */
const maxParameterBytes = 4_096

const putParameter = (parameters: Map<string, string>, Name: string, Value: string): Answer => {
  if (Buffer.byteLength(Value) > maxParameterBytes)
    return secretRefusal(
      'ValidationException',
      'Standard tier parameters support a maximum of 4096 characters.',
    )
  parameters.set(Name, Value)
  return [200, { Version: 1, Tier: 'Standard' }]
}

interface Stored {
  /** Keyed by ID. */
  secrets: ReadonlyMap<string, string>
  /** Keyed by name. */
  parameters?: ReadonlyMap<string, string> | undefined
}

/**
 * Starts an emulator of AWS Secrets Manager and Systems Manager Parameter Store, which both use JSON 1.1, with
 * `GetSecretValue`, `GetParameter` and `PutParameter`.
 */
export const startSecrets = async ({ secrets, parameters: given }: Stored): Promise<Running> => {
  const parameters = new Map(given)
  const operations: Record<string, (input: Record<string, string>) => Answer> = {
    'secretsmanager.GetSecretValue': ({ SecretId = '' }) => answerSecret(secrets, SecretId),
    'AmazonSSM.GetParameter': ({ Name = '' }) => parameterAnswer(parameters, Name),
    'AmazonSSM.PutParameter': ({ Name = '', Value = '' }) => putParameter(parameters, Name, Value),
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const operation = operations[String(request.headers['x-amz-target'])]
    const input = JSON.parse((await readRequestText(request)) || '{}') as Record<string, string>
    const [status, body] =
      operation?.(input) ?? secretRefusal('InvalidRequestException', 'This is not known here.')
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
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
