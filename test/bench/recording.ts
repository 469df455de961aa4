import { loadHandler } from '../../infra/generation/endpoints.ts'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { eventOf, streamed } from '../support/call.ts'
import { depthsOf, type DynamoProxy } from '../support/dynamo-proxy.ts'
import type { Plan } from './bare-handler.ts'
import { fileOf } from './bundle.ts'
import { titleOf, type Scenario } from './scenarios.ts'
import { say } from './table.ts'

type Values = Parameters<typeof unmarshall>[0]

const documents = new Set(['Item', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey'])

/**
 * Returns the input of a call with plain values, as the document client expects, and with conditions that always hold.
 */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => {
      if (documents.has(name)) return [name, unmarshall(part as Values)]
      if (name === 'Keys') return [name, (part as Values[]).map((key) => unmarshall(key))]
      if (name === 'ConditionExpression')
        return [name, `attribute_exists(pk) OR attribute_not_exists(pk) OR ${String(part)}`]
      return [name, plain(part)]
    }),
  )
}

export interface Prepared {
  handler: EndpointHandler
  next: () => Promise<APIGatewayProxyEvent>
}

/** Loads an endpoint, and creates the resources that the scenario's call needs. */
export const prepared = async ({ endpoint, given }: Scenario): Promise<Prepared> => {
  const handler = await loadHandler<EndpointHandler>(fileOf(endpoint))
  const options = await given()
  return { handler, next: async () => eventOf(handler, await options()) }
}

/** Prepares successive calls, each with a resource of its own if necessary. */
export const preparedAgain = async (scenario: Scenario): Promise<Prepared> => {
  const { handler, next } = await prepared(scenario)
  return { handler, next: scenario.isOnce ? async () => (await prepared(scenario)).next() : next }
}

/** Measures a scenario; if it fails, prints its name, and the others continue. */
export const unlessBroken = (scenario: Scenario, measure: () => Promise<void>): Promise<void> =>
  measure().catch((error: unknown) => void say(`${titleOf(scenario)} failed: ${String(error).slice(0, 500)}`))

/** Simulated latency between service and table while calls are recorded, in milliseconds. */
export const recordingDelay = 20

type Call = () => Promise<{ statusCode: number; body: string }>

/**
 * Makes a call, slowly enough to see which calls of the table wait for others. Throws unless the response is a success.
 */
export const recordedCall = async (call: Call, proxy: DynamoProxy): Promise<DynamoProxy['calls']> => {
  proxy.calls.length = 0
  Object.assign(proxy, { delay: recordingDelay, answersTogether: true })
  const { statusCode, body } = await call()
  Object.assign(proxy, { delay: 0, answersTogether: false })
  if (statusCode >= 400) throw new Error(`${statusCode}: ${body}`)
  return [...proxy.calls]
}

/** Returns a call of our endpoint, streaming or not. */
export const callOf =
  (handler: EndpointHandler, event: APIGatewayProxyEvent): Call =>
  () =>
    handler.spec.stream ? streamed(handler, event) : handler(event, {} as Context)

/** Records the next call of our endpoint. */
export const recorded = async (
  { handler, next }: Prepared,
  proxy: DynamoProxy,
): Promise<DynamoProxy['calls']> => recordedCall(callOf(handler, await next()), proxy)

/** Returns the recorded calls as a plan that the bare handler can execute any number of times. */
export const planOf = (calls: DynamoProxy['calls']): Plan => {
  const plan: Plan = []
  for (const [index, depth] of depthsOf(calls).entries()) {
    const { operation, body } = calls[index] as DynamoProxy['calls'][number]
    ;(plan[depth - 1] ??= []).push({ operation, input: plain(JSON.parse(body)) as object })
  }
  return plan
}

/** Returns the plan of the next call for the bare handler, and if the response is a page with further pages. */
export const plannedCall = async ({ handler, next }: Prepared, proxy: DynamoProxy) => {
  const event = await next()
  let hasNextPage = false
  const answered = async () => {
    const answer = await callOf(handler, event)()
    hasNextPage = /"next_cursor":"/.test(answer.body)
    return answer
  }
  return { plan: planOf(await recordedCall(answered, proxy)), hasNextPage }
}
