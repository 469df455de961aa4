import middy from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import routes from './docs/routes.json' with { type: 'json' }
import { headerOf, rendered, renderedProblem, type OutgoingHeaders } from './platform/answer.ts'
import { clientAddress } from './platform/client-address.ts'
import { log } from './platform/log.ts'
import { notFound, Problem } from './platform/problem.ts'
import { inRequest } from './platform/request-context.ts'

const table = Object.entries(routes).map(([route, methods]) => ({ segments: route.split('/'), methods }))

const isParameter = (segment: string | undefined) => segment?.startsWith('{') ?? false

/** The methods of the path, as `Allow` lists them; literal segments go before parameters, as in API Gateway. */
const methodsOf = (path: string): string | undefined => {
  const given = path.split('/')
  const fits = table.filter(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every(
        (segment, index) => segment === given[index] || (isParameter(segment) && given[index] !== ''),
      ),
  )
  const rank = ({ segments }: { segments: string[] }) =>
    segments.map((segment) => Number(isParameter(segment))).join('')
  return fits.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]?.methods
}

const requestHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Range, X-Request-Id'

/** What a browser asks before a request (Fetch standard, CORS-preflight request). */
const isPreflight = (event: APIGatewayProxyEvent) =>
  event.httpMethod === 'OPTIONS' && headerOf(event, 'access-control-request-method') !== undefined

const preflightHeaders = (methods: string): OutgoingHeaders => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': requestHeaders,
  'Access-Control-Max-Age': '7200',
})

/**
 * Answers what no endpoint serves: 404 for an unknown path, 405 for another method, and OPTIONS. A preflight passes on an
 * unknown path as well, so that the browser's page gets to see the 404 of the request itself.
 */
const answer = (event: APIGatewayProxyEvent): APIGatewayProxyResult => {
  const methods = methodsOf(event.path)
  if (methods === undefined && isPreflight(event))
    return rendered(event, 204, undefined, preflightHeaders('GET, HEAD, POST, PUT, DELETE'))
  if (methods === undefined) throw notFound('request.path_unknown', 'There is nothing at this path.')
  const Allow = `${methods}, OPTIONS`
  if (event.httpMethod === 'OPTIONS')
    return rendered(event, 204, undefined, { Allow, ...preflightHeaders(methods) })
  throw new Problem(
    405,
    'request.method_not_allowed',
    `This path allows ${Allow}, not ${event.httpMethod}.`,
    {
      headers: { Allow },
    },
  )
}

const logged = (event: APIGatewayProxyEvent, status: number | undefined, code?: string) =>
  log.info('request', {
    method: event.httpMethod,
    route: 'none',
    status,
    address: event.requestContext.identity.sourceIp,
    code,
  })

const steps = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use({
    after: ({ event, response }) => logged(event, response?.statusCode),
    onError: (request) => {
      const { problem, result } = renderedProblem(request.event, request.error)
      if (problem.status >= 500) log.error('request failed', problem.cause ?? problem)
      logged(request.event, problem.status, problem.code)
      request.response = result
    },
  })
  .use(clientAddress)
  .handler(async (event: APIGatewayProxyEvent) => answer(event))

/** The Lambda function of every path and method that no endpoint has (ANY in infra/api.ts). */
export const handler = (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
  inRequest(
    { requestId: event.requestContext.requestId },
    () => steps(event, context) as Promise<APIGatewayProxyResult>,
  )
