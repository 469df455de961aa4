import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type * as z from '../schema/schema.ts'
import type { Actor } from '../identity/actor.ts'
import { keepReadings } from '../identity/read-audit.ts'
import { requestHeader } from './exchange/http-reply.ts'
import { authenticate, limitScopeByBody, writesAwaitSession } from './request/authentication.ts'
import { limitBody } from './request/body-limit.ts'
import { checkAddress } from './request/client-address.ts'
import type { runOnce as runOnceWithKey } from './idempotency.ts'
import { findBodyStream, type BodyStream } from './request/body-stream.ts'
import { parseBody } from './request/json-body.ts'
import { asRequest, requestChain } from './request-chain.ts'
import { setStateToContext, requestState, type Caller, type Values } from './exchange/request-state.ts'
import { validate } from './request/request-validation.ts'
import { respond } from './answer/response.ts'
import type { StreamingChain } from './exchange/response-stream.ts'
import type { Handle, Incoming } from './request/endpoint-request.ts'
import { isDryRun } from '../runtime/request-context.ts'
import type { Access, SaidEffect } from './access-level.ts'
import { isRepeatable, isReadMethod, fullPath } from './spec-rules.ts'
import type { Method, Spec } from './spec.ts'

/**
 * A Lambda function behind API Gateway, with the spec from which it was made: the types of its JSON body and its query
 * as a client sends them, and of the body of a success.
 */
export interface EndpointHandler<Body = unknown, Query = unknown, Answer = unknown> {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>
  spec: Spec
  /** Carries the types to callers; never has a value. */
  readonly types?: { body: Body; query: Query; answer: Answer }
  /** Runs the endpoint for an authenticated caller and checked values. */
  perform: Perform
  /** The streaming variant of the function. */
  streams?: StreamingChain | undefined
}

/** A request, or a call by the service's own code, after every check. */
export interface Checked {
  caller: Caller | undefined
  values: Values
  header: (name: string) => string | undefined
  address: string
  bodyStream?: BodyStream | undefined
}

type Perform = (checked: Checked) => Promise<unknown>

type AnyIncoming = Incoming<unknown, unknown, unknown, { id: string } | undefined>

/** Calls `runOnce` of idempotency.ts, which is loaded on demand because most requests have no key. */
const runOnceIfKeyed: typeof runOnceWithKey = async (spec, request, work) =>
  request.header('idempotency-key') === undefined || isDryRun()
    ? work()
    : (await import('./idempotency.ts')).runOnce(spec, request, work)

/** Runs the handler of an endpoint on a request that passed every check, and audits its reads before it responds. */
const performWith =
  <Request extends AnyIncoming>(spec: Spec, handle: (request: Request) => Promise<unknown>): Perform =>
  async ({ caller, values, ...given }) => {
    const work = (actor?: Actor) => {
      const request = {
        ...values,
        ...given,
        actor,
        sessionId: caller?.sessionId ?? '',
      } as AnyIncoming as Request
      // a write on behalf of a person may be retried much later, and must not overwrite later changes by others
      const isOnce = isRepeatable(spec) || (caller?.sessionId === null && !isReadMethod(spec))
      return isOnce ? runOnceIfKeyed(spec, request, () => handle(request)) : handle(request)
    }
    if (!caller) return work()
    const answer = await caller.run(work)
    await keepReadings(caller.id)
    return answer
  }

/** Ends the chain: passes on the checked values and the rest of the event. */
const performEvent = (perform: Perform) => (event: APIGatewayProxyEvent, context: Context) => {
  const { caller, values } = requestState(context)
  if (!values) throw new TypeError('The request was not validated.')
  return perform({
    caller,
    values,
    bodyStream: findBodyStream(context),
    header: (name) => requestHeader(event, name),
    address: event.requestContext.identity.sourceIp,
  })
}

/** Builds the chain of steps that every request to an endpoint takes, in order. */
const buildChain = (spec: Spec, perform: Perform) =>
  requestChain<unknown>(fullPath(spec), spec)
    .use(respond(spec))
    .use(checkAddress)
    .use(limitBody(spec))
    .use(authenticate(spec))
    .use(writesAwaitSession)
    .use(spec.bodyFormat ?? parseBody(spec))
    .use(limitScopeByBody(spec))
    .use(validate(spec))
    .use(setStateToContext)
    .handler(performEvent(perform))

/** Spec of an endpoint without its route, and its handler. */
type Definition<
  Path extends string,
  A extends Access,
  P extends z.ZodRawShape,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends z.ZodType,
> = Omit<Spec<A, P, Q, B, R>, 'method' | 'path'> & SaidEffect<A> & { handle: Handle<Path, A, P, Q, B, R> }

/**
 * Defines an endpoint, in the only way to do so: `endpoint('GET /wiki/pages/{id}', { …, handle })`. The chain checks,
 * in this order, client address, body size, token, role and scope, body and values. Then it runs `handle`, whose writes
 * and result wait until the session is confirmed. Finally `respond` strips the result to the schema of the response.
 */
export const endpoint = <
  const Path extends string,
  R extends z.ZodType,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const A extends Access = 'user',
  P extends z.ZodRawShape = Record<never, never>,
>(
  route: `${Method} ${Path}`,
  { handle, ...described }: Definition<Path, A, P, Q, B, R>,
): EndpointHandler<z.input<B>, z.output<Q>, z.output<R>> => {
  const [method, path] = route.split(' ') as [Method, Path]
  const spec = { method, path, ...described } as Spec
  const perform = performWith(spec, handle)
  // in the mode of streams, Middy also takes a stream, which its types do not declare
  const chain = buildChain(spec, perform) as ReturnType<typeof buildChain> & StreamingChain
  const streams = spec.stream?.streamed((event, stream, context) =>
    asRequest(event, () => chain(event, stream, context)),
  )
  const answers = (event: APIGatewayProxyEvent, context: Context) =>
    asRequest(event, () => chain(event, context))
  return Object.assign(streams ?? answers, { spec, perform, streams }) as EndpointHandler<
    z.input<B>,
    z.output<Q>,
    z.output<R>
  >
}
