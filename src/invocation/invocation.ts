import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Actor } from '../platform/identity/actor.ts'
import { internalContext } from '../platform/http/internal-call.ts'
import type { EndpointHandler } from '../platform/http/endpoint.ts'
import { Problem, problem, type ProblemStatus } from '../platform/runtime/problem.ts'
import {
  requestContext,
  type NotedWrite,
  type RequestOrigin,
  type WriteLog,
} from '../platform/runtime/request-context.ts'
import { paramNames, routeOf, type Spec } from '../platform/http/spec.ts'
import { handlers } from './handlers.ts'

type Arguments = Record<string, unknown>

/** Who calls: what the endpoint looks at of the request beside its arguments. */
export interface FunctionCaller {
  /** Header by header. */
  headers: Record<string, string>
  address: string
  /** In whose name it is called when there is no token among the headers. */
  actor?: Actor
  /** The reply that it is called for. */
  reply?: RequestOrigin['reply']
  /** Where it is to keep what it writes; in a dry run it writes nothing else. */
  writeLog?: WriteLog
  /** Where its writes are to be noted. */
  writes?: NotedWrite[]
}

/** The headers of a request that the endpoint of a function is to see. */
const passed = ['authorization', 'idempotency-key', 'if-match']

/** Who calls a function by a request with these headers, from this address. */
export const functionCaller = (
  header: (name: string) => string | undefined,
  address: string,
): FunctionCaller => {
  const headers = passed.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { headers: Object.fromEntries(headers), address }
}

const text = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(text).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The flat arguments as an endpoint gets them: those of its path and query as text, all others in the body. */
const eventOf = (spec: Spec, args: Arguments, { headers, address }: FunctionCaller): APIGatewayProxyEvent => {
  const inPath = new Set(paramNames(spec.path))
  const inQuery = new Set(Object.keys(spec.query?.shape ?? {}))
  const given = Object.entries(args).filter(([, value]) => value !== undefined)
  const isQuery = (name: string) => inQuery.has(name) || !spec.body
  const path = given.filter(([name]) => inPath.has(name))
  const query = given.filter(([name, value]) => !inPath.has(name) && isQuery(name) && value !== null)
  const body = given.filter(([name]) => !inPath.has(name) && !isQuery(name))
  return {
    httpMethod: spec.method,
    path: routeOf(spec),
    resource: routeOf(spec),
    headers: { ...headers, accept: 'application/json' },
    multiValueHeaders: {},
    pathParameters: Object.fromEntries(path.map(([name, value]) => [name, text(value)])),
    queryStringParameters: null,
    multiValueQueryStringParameters: Object.fromEntries(query.map(([name, value]) => [name, [text(value)]])),
    stageVariables: null,
    body: spec.body ? JSON.stringify(Object.fromEntries(body)) : null,
    isBase64Encoded: false,
    requestContext: {
      requestId: requestContext().requestId,
      identity: { sourceIp: address },
    } as APIGatewayProxyEvent['requestContext'],
  }
}

export const functionNotFound = problem(
  'functions.function_not_found',
  404,
  (name: string) => `There is no function "${name}".`,
  {
    meaning: 'There is no such function, or the caller may not call it.',
    example: ['wiki_list_rooms'],
  },
)

const isKnown = (name: string): name is keyof typeof handlers => Object.hasOwn(handlers, name)

/** The endpoint of a function; throws 404 when there is none of this name. */
const endpointOf = async (name: string): Promise<EndpointHandler> => {
  if (!isKnown(name)) throw functionNotFound(name)
  return (await handlers[name]()) as EndpointHandler
}

/** What an endpoint has answered, null where it has nothing to say. */
const resultOf = ({ body, isBase64Encoded }: APIGatewayProxyResult): unknown =>
  body === '' ? null : JSON.parse(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString())

/**
 * Runs the endpoint of a function as the caller would themselves: with their rights, the same checks and the
 * same errors. Gives its answer, null where it has none.
 */
export const runFunction = async (name: string, args: Arguments, caller: FunctionCaller): Promise<unknown> =>
  runEndpoint(await endpointOf(name), args, caller)

/** Runs an endpoint as {@link runFunction} does. */
export const runEndpoint = async (
  endpoint: EndpointHandler,
  args: Arguments,
  caller: FunctionCaller,
): Promise<unknown> => {
  const event = eventOf(endpoint.spec, args, caller)
  const callEndpoint = endpoint.callWhole ?? endpoint
  const { actor, reply, writeLog, writes } = caller
  const answer = await callEndpoint(event, internalContext({ isPart: true, actor, reply, writeLog, writes }))
  const result = resultOf(answer)
  if (answer.statusCode < 400) return result
  const { 'X-Error-Code': code, 'Retry-After': retry } = answer.headers as Record<string, string>
  throw new Problem(
    answer.statusCode as ProblemStatus,
    code as string,
    (result as { detail: string }).detail,
    retry === undefined ? {} : { headers: { 'Retry-After': retry } },
  )
}
