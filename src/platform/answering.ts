import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { headerOf, isNoneMatch, rendered, renderedProblem, Reply, type OutgoingHeaders } from './answer.ts'
import { sealCursor } from './cursor.ts'
import { environment } from './environment.ts'
import { log } from './log.ts'
import { parsedOf } from './parsing.ts'
import { routeOf, statusesOf, type Spec } from './spec.ts'
import { stripped } from './stripping.ts'

/** `{file.id}` in a template is the field `id` of the answer's `file`. */
const fieldOf = (body: unknown, path: string) =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body)

const locationOf = (template: string, body: unknown) =>
  environment.publicUrl +
  routeOf({ path: template.replace(/\{([\w.]+)\}/g, (_, path: string) => String(fieldOf(body, path))) })

/** The step that makes the answer: strips it, seals its cursor, says version and place, and renders every error. */
export const answering = (spec: Spec): MiddlewareObj<APIGatewayProxyEvent, unknown> => {
  const started = new WeakMap<APIGatewayProxyEvent, number>()
  const logged = (
    event: APIGatewayProxyEvent,
    result: APIGatewayProxyResult,
    fields: { code?: string } = {},
  ) => {
    const milliseconds = Date.now() - (started.get(event) ?? Date.now())
    log.info('request', {
      method: spec.method,
      route: routeOf(spec),
      status: result.statusCode,
      milliseconds,
      address: event.requestContext.identity.sourceIp,
      ...fields,
    })
    return result
  }

  const success = async (event: APIGatewayProxyEvent, given: unknown): Promise<APIGatewayProxyResult> => {
    const reply = given instanceof Reply ? given : new Reply(given)
    const status = reply.status ?? (statusesOf(spec)[0] as number)
    if (spec.produces)
      return finished(event, status, reply.body, { 'Content-Type': spec.produces, ...reply.headers })
    const body = (spec.response && stripped(spec.response, reply.body)) as Record<string, unknown> | undefined
    const headers: OutgoingHeaders = { ...reply.headers }
    if (typeof body?.['next_cursor'] === 'string')
      body['next_cursor'] = await sealCursor(body['next_cursor'], parsedOf(event).binding)
    if (spec.location && body && status !== 200) headers['Location'] = locationOf(spec.location, body)
    if (Number.isInteger(body?.['version'])) headers['ETag'] = `"${String(body?.['version'])}"`
    return finished(event, status, reply.stream?.() ?? body, headers)
  }

  const finished = (event: APIGatewayProxyEvent, status: number, body: unknown, headers: OutgoingHeaders) => {
    if (!spec.cacheable) return rendered(event, status, body, headers)
    const all = { 'Cache-Control': 'private, no-cache', ...headers }
    if (!isNoneMatch(headerOf(event, 'if-none-match'), headers['ETag']))
      return rendered(event, status, body, all)
    const { 'Content-Type': _, 'Content-Encoding': __, ...kept } = all as OutgoingHeaders
    return rendered(event, 304, body, kept)
  }

  return {
    before: ({ event }) => void started.set(event, Date.now()),
    after: async (request) => {
      request.response = logged(request.event, await success(request.event, request.response))
    },
    onError: (request) => {
      const { problem, result } = renderedProblem(request.event, request.error)
      // a 501 is what the client asked for and nothing that went wrong
      if (problem.status >= 500 && problem.status !== 501)
        log.error('request failed', problem.cause ?? problem, { route: routeOf(spec) })
      request.response = logged(request.event, result, { code: problem.code })
    },
  }
}
