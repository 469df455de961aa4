import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type { Writable } from 'node:stream'
import type * as z from '../schema/schema.ts'
import type { Actor } from '../identity/actor.ts'
import { headerOf } from './http-reply.ts'
import { authenticate } from './authentication.ts'
import { limitBody } from './body-limit.ts'
import { bodyStreamOf } from './body-stream.ts'
import { clientAddress } from './client-address.ts'
import { once } from './idempotency.ts'
import { parseBody } from './json-body.ts'
import { shapeError } from './problem-response.ts'
import { parse } from './request.ts'
import { inRequest, isInRequest } from '../runtime/request-context.ts'
import { requestLog } from './request-log.ts'
import { handOver, type StatefulContext } from './request-state.ts'
import { respond } from './response.ts'
import { isCreation, isRead, routeOf, type Access, type Handle, type Incoming, type Spec } from './spec.ts'

/** A Lambda function that API Gateway calls, with the description it was made from. */
export interface EndpointHandler {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>
  spec: Spec
}

type AnyIncoming = Incoming<unknown, unknown, unknown, { id: string } | undefined>

/** Runs the work of an endpoint on a request whose steps have found nothing wrong. */
const handling = (spec: Spec, handle: (request: AnyIncoming) => Promise<unknown>) => {
  return (event: APIGatewayProxyEvent, context: Context) => {
    const { caller, values } = (context as StatefulContext).state
    const work = (actor?: Actor) => {
      const request = {
        ...values,
        bodyStream: bodyStreamOf(event),
        actor,
        sessionId: caller?.sessionId ?? '',
        header: (name: string) => headerOf(event, name),
        address: event.requestContext.identity.sourceIp,
      }
      // what is done on somebody's behalf may be repeated long after, over what others have changed since
      const isOnce = isCreation(spec) || (caller?.sessionId === null && !isRead(spec))
      return isOnce ? once(spec, request, () => handle(request)) : handle(request)
    }
    return caller ? caller.run(work) : work()
  }
}

/**
 * The only way to make an endpoint. Its steps stand in the order of API.md section 1: address, size, who, role, body,
 * values; then the work; then the answer, stripped to the response's schema. Middy runs what answers from the last to
 * the first: an error is shaped, rendered by Middy's own error handler, and logged.
 */
export const endpoint = <
  const Path extends string,
  R extends z.ZodType,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const A extends Access = 'user',
  P extends z.ZodRawShape = Record<never, never>,
>(
  spec: Spec<Path, A, P, Q, B, R>,
  handle: Handle<Path, A, P, Q, B, R>,
): EndpointHandler => {
  const described = spec as unknown as Spec
  const steps = middy(spec.stream && { executionMode: spec.stream.executionMode })
    .use(requestLog(routeOf(described)))
    .use(httpErrorHandler({ logger: false }))
    .use(shapeError(routeOf(described)))
    .use(respond(described))
    .use(clientAddress)
    .use(limitBody(described))
    .use(authenticate(described))
    .use(parseBody(described))
    .use(parse(described))
    .use(handOver)
    .handler(handling(described, handle as never) as never)
  // an event and its context, and between them for a stream what it is written to
  const handler = (event: APIGatewayProxyEvent, ...more: [...stream: Writable[], context: Context]) =>
    inRequest({ requestId: event.requestContext.requestId, isPart: isInRequest() }, () =>
      (steps as Steps)(event, ...more),
    )
  const streamed = spec.stream ? spec.stream.streamed(handler) : handler
  return Object.assign(streamed, { spec: described }) as unknown as EndpointHandler
}

type Steps = (event: APIGatewayProxyEvent, ...more: unknown[]) => Promise<never>
