import routes from '#generated/routes.json' with { type: 'json' }
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { responseHeaders, requestHeader, type OutgoingHeaders } from './platform/http/exchange/http-reply.ts'
import { checkAddress } from './platform/http/request/client-address.ts'
import type { ProblemPages } from './platform/http/exchange/problem-content.ts'
import { problemPages } from './platform/http/answer/problem-page.ts'
import { asRequest, requestChain } from './platform/http/request-chain.ts'
import { methodNotAllowed, pathUnknown } from './platform/http/not-found.ts'
import type { scimPath } from './scim/protocol.ts'

const table = Object.entries(routes).map(([route, methods]) => ({ segments: route.split('/'), methods }))

const isParameter = (segment: string | undefined) => segment?.startsWith('{') ?? false

/** Returns the methods of a path, as `Allow` lists them; literal segments precede parameters, as in API Gateway. */
const allowedMethods = (path: string): string | undefined => {
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
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Mcp-Method, Mcp-Name, ' +
  'Mcp-Protocol-Version, Range, X-Request-Id'

/** Returns true for a CORS-preflight request (Fetch standard). */
const isPreflight = (event: APIGatewayProxyEvent) =>
  event.httpMethod === 'OPTIONS' && requestHeader(event, 'access-control-request-method') !== undefined

const preflightHeaders = (methods: string): OutgoingHeaders => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': requestHeaders,
  'Access-Control-Max-Age': '7200',
})

const noContentResponse = (event: APIGatewayProxyEvent, headers: OutgoingHeaders): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { ...responseHeaders(event.requestContext.requestId, requestHeader(event, 'origin')), ...headers },
  body: '',
})

/**
 * Responds to requests without an endpoint: 404 for an unknown path, 405 for another method, and OPTIONS. A preflight
 * succeeds for an unknown path as well, so that the page in the browser sees the 404 of the request itself.
 */
const answer = (event: APIGatewayProxyEvent): APIGatewayProxyResult => {
  const methods = allowedMethods(event.path)
  if (methods === undefined && isPreflight(event))
    return noContentResponse(event, preflightHeaders('GET, HEAD, POST, PUT, DELETE'))
  if (methods === undefined) throw pathUnknown()
  const Allow = `${methods}, OPTIONS`
  if (event.httpMethod === 'OPTIONS') return noContentResponse(event, { Allow, ...preflightHeaders(methods) })
  throw methodNotAllowed(Allow, event.httpMethod)
}

const scimPrefix: `/api/v1${typeof scimPath}/` = '/api/v1/scim/v2/'

/** Formats problems in the protocol of the path. */
const pages: ProblemPages = async (problem, event) =>
  event.path.startsWith(scimPrefix)
    ? (await import('./scim/protocol.ts')).scimProblems(problem, event)
    : problemPages(problem, event)

const chain = requestChain<APIGatewayProxyResult>('none', { problemPages: pages })
  .use(checkAddress)
  .handler(async (event: APIGatewayProxyEvent) => answer(event))

/** Lambda function of every path and method without an endpoint (ANY in infra/gateway/api.ts). */
export const notFoundHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
): Promise<APIGatewayProxyResult> => asRequest(event, () => chain(event, context))
