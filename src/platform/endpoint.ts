import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type { Writable } from 'node:stream'
import type * as z from './schema.ts'
import { headerOf } from './answer.ts'
import { answering } from './answering.ts'
import { bodyStreamOf } from './body-stream.ts'
import { authenticating, callerOf, isInNameOf } from './authenticating.ts'
import { clientAddress } from './client-address.ts'
import { idempotently } from './idempotency.ts'
import { inRequest, isInRequest } from './request-context.ts'
import { isCreation, isRead, type Access, type Handle, type Incoming, type Spec } from './spec.ts'
import { limiting, parsedOf, parsing } from './parsing.ts'

/** A Lambda function that API Gateway calls, with the description it was made from. */
export interface EndpointHandler {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>
  spec: Spec
}

/**
 * The only way to make an endpoint. Its steps stand in the order of API.md section 1: address, size, who, role, body, values;
 * then the work; then the answer, stripped to the response's schema. An error of any step is rendered as `{detail}`.
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
  const act = (event: APIGatewayProxyEvent) =>
    callerOf(event).working((actor, sessionId) => {
      const request = {
        ...parsedOf(event),
        bodyStream: bodyStreamOf(event),
        actor,
        sessionId,
        header: (name: string) => headerOf(event, name),
        address: event.requestContext.identity.sourceIp,
      }
      const work = () => handle(request as unknown as Parameters<typeof handle>[0])
      // what is done in somebody's name may be repeated long after, over what others have changed since
      const isOnce = isCreation(described) || (isInNameOf(event) && !isRead(described))
      return isOnce ? idempotently(described, event, request as AnyIncoming, work) : work()
    })
  const steps = middy(spec.stream && { executionMode: spec.stream.executionMode })
    .use(httpErrorHandler({ logger: false }))
    .use(answering(described))
    .use(clientAddress)
    .use(limiting(described))
    .use(authenticating(described))
    .use(parsing(described))
    .handler(act as never)
  // an event and its context, and between them for a stream what it is written to
  const handler = (event: APIGatewayProxyEvent, ...more: [...stream: Writable[], context: Context]) =>
    inRequest({ requestId: event.requestContext.requestId, isPart: isInRequest() }, () =>
      (steps as Steps)(event, ...more),
    )
  const streamed = spec.stream ? spec.stream.streamed(handler) : handler
  return Object.assign(streamed, { spec: described }) as unknown as EndpointHandler
}

type Steps = (event: APIGatewayProxyEvent, ...more: unknown[]) => Promise<never>

type AnyIncoming = Incoming<unknown, unknown, unknown, { id: string } | undefined>
