import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { IncomingMessage } from 'node:http'

const headerPairs = (rawHeaders: string[]): [string, string][] =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : [],
  )

/** Returns the last value of each name; `null` if there are no pairs, as API Gateway sends it. */
const lastOfEach = (pairs: [string, string][]) => (pairs.length === 0 ? null : Object.fromEntries(pairs))

const allOfEach = (pairs: [string, string][]) => {
  const values = [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [
    name,
    all.map(([, value]) => value),
  ])
  return values.length === 0 ? null : (Object.fromEntries(values) as Record<string, string[]>)
}

/** Route of a path, with the decoded path parameters. */
interface Match {
  route: { path: string }
  params: Record<string, string>
}

const requestIdentity = ({ socket, headers }: IncomingMessage) =>
  ({
    sourceIp: socket.remoteAddress ?? '',
    userAgent: headers['user-agent'] ?? null,
  }) as APIGatewayProxyEvent['requestContext']['identity']

/**
 * Returns the event that API Gateway makes of a request; its body is always in Base64 (binary media types of
 * infra/gateway/api.ts).
 */
export const toGatewayEvent = (
  request: IncomingMessage,
  body: Buffer,
  { route, params }: Match,
  requestId: string,
): APIGatewayProxyEvent => {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  const headers = headerPairs(request.rawHeaders)
  const parameters = [...new URLSearchParams(query.join('?'))]
  return {
    resource: route.path,
    path,
    httpMethod: request.method ?? 'GET',
    headers: lastOfEach(headers) ?? {},
    multiValueHeaders: allOfEach(headers) ?? {},
    queryStringParameters: lastOfEach(parameters),
    multiValueQueryStringParameters: allOfEach(parameters),
    pathParameters: lastOfEach(Object.entries(params)),
    stageVariables: null,
    body: body.length > 0 ? body.toString('base64') : null,
    isBase64Encoded: body.length > 0,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: null,
      httpMethod: request.method ?? 'GET',
      identity: requestIdentity(request),
      path,
      protocol: `HTTP/${request.httpVersion}`,
      requestId,
      requestTimeEpoch: Date.now(),
      resourceId: route.path,
      resourcePath: route.path,
      stage: 'local',
    },
  }
}
