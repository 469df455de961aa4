import { requestContext } from '../runtime/request-context.ts'
import { requireWellFormed } from '../schema/well-formed.ts'
import { toResponseData } from './answer/answer.ts'
import { ActorChanged, awaitSession, identifyCaller, limitScope } from './request/authentication.ts'
import { bodyTooLarge } from './request/body-limit.ts'
import type { EndpointHandler } from './endpoint.ts'
import { HttpReply } from './exchange/http-reply.ts'
import type { InternalCall } from './internal-call.ts'
import { reported } from './answer/problem-response.ts'
import { inCall } from './request-chain.ts'
import { logLine } from './request/request-log.ts'
import type { Caller } from './exchange/request-state.ts'
import { requestValidator } from './request/request-validation.ts'
import { maxBodySize, fullPath, successStatuses } from './spec-rules.ts'
import type { Spec } from './spec.ts'

/** The caller of a direct call, and the address they call from. */
export interface InProcessCaller extends Omit<InternalCall, 'isPart'> {
  /** Headers by name in lower case. */
  headers: Record<string, string>
  address: string
  /** Lifetime of an `Idempotency-Key` among the headers, in seconds; a day by default. */
  keySeconds?: number
}

/** Input of a call; values of path and query are text, as in an address. */
export interface CallValues {
  params: Record<string, string>
  query: Record<string, string[]>
  body: Record<string, unknown>
}

const requireSize = (spec: Spec, body: object) => {
  if (Buffer.byteLength(JSON.stringify(body)) > maxBodySize(spec)) throw bodyTooLarge(maxBodySize(spec))
}

/**
 * {@link awaitSession} for a call: its writes also wait until the request that the call is part of is confirmed, which
 * otherwise starts again after these writes.
 */
const awaitSessions = (caller: Caller | undefined, confirmWhole: () => Promise<void>) => {
  awaitSession(caller)
  const call = requestContext()
  const { confirmSession } = call
  call.confirmSession = async () => {
    await confirmWhole()
    await confirmSession()
  }
}

/** Runs the steps of a request to the endpoint that do not concern HTTP. */
const takeSteps = async (
  { spec, perform }: EndpointHandler,
  values: CallValues,
  by: InProcessCaller,
  confirmWhole: () => Promise<void>,
) => {
  const header = (name: string) => (name === 'accept' ? 'application/json' : by.headers[name])
  let caller: Caller | undefined
  try {
    requireSize(spec, values.body)
    caller = await identifyCaller(spec, header('authorization'), { ...by, isPart: true })
    awaitSessions(caller, confirmWhole)
    requireWellFormed(values.body)
    if (caller) await limitScope(spec, caller, values.body, values.params)
    const given = await requestValidator(spec)({ ...values, ifMatch: header('if-match') }, caller)
    const result = await perform({
      caller,
      values: { ...given, bytes: Buffer.alloc(0) },
      header,
      address: by.address,
    })
    const reply =
      result instanceof HttpReply ? (result as HttpReply<unknown>) : new HttpReply<unknown>(result)
    const status = reply.status ?? (successStatuses(spec)[0] as number)
    return { status, data: await toResponseData(spec, reply, status, given.binding) }
  } catch (error) {
    // a 401 for an ended session precedes any other error
    await caller?.confirm()
    throw error
  }
}

/**
 * Calls an endpoint with data, as a request of the caller would: with the same permissions, checks and errors. Returns
 * the response as data, null if it has no body; throws the problem that the endpoint throws.
 */
export const callInProcess = <Answer>(
  endpoint: EndpointHandler<unknown, unknown, Answer>,
  values: CallValues,
  by: InProcessCaller,
): Promise<Answer> => {
  const { requestId, confirmSession } = requestContext()
  const { address, observer, keySeconds } = by
  const route = fullPath(endpoint.spec)
  const line = { method: endpoint.spec.method, route, address, startedAt: Date.now() }
  return inCall({ requestId, address, observer, keySeconds }, async () => {
    try {
      const { status, data } = await takeSteps(endpoint, values, by, confirmSession)
      logLine({ ...line, status })
      return (data ?? null) as Answer
    } catch (error) {
      // the whole request starts again
      if (error instanceof ActorChanged) throw error
      const problem = reported(error, route)
      logLine({ ...line, status: problem.status, code: problem.code })
      throw problem
    }
  })
}
