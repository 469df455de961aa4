import type { Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { isStreaming } from '../../../src/platform/http/answer/node-response.ts'

export {
  findPrelude as preludeOf,
  provideAwsLambda,
  type Prelude,
} from '../../../src/platform/http/answer/node-response.ts'

type Invoked = (event: unknown, ...more: unknown[]) => Promise<unknown>

/** Definition of a function in serverless.yml. */
export interface Definition {
  timeoutSeconds: number
  /** Returns the handler; called for each invocation, because the handler may change. */
  load: () => Promise<Invoked>
}

export class Timeout extends Error {
  override readonly name = 'Timeout'
}

const toLambdaContext = (functionName: string, milliseconds: number): Context => {
  const end = performance.now() + milliseconds
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-central-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '1024',
    awsRequestId: randomUUID(),
    logGroupName: 'local',
    logStreamName: functionName,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(end - performance.now())),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  }
}

const withinTime = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Timeout(`No answer within ${milliseconds} ms.`)),
    milliseconds,
  )
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

export interface Invocation {
  /** Creates the stream to which a streaming function writes; not called for other functions. */
  stream: () => Writable
  /** Time limit of the caller, if it is shorter than the function's own timeout. */
  milliseconds?: number
}

export type Lambda = ReturnType<typeof localLambda>

/** Runs functions in this process. Throws their errors, and Timeout. */
export const localLambda = (functions: ReadonlyMap<string, Definition>) => {
  const listeners: (() => void)[] = []
  const invoke = async (name: string, event: unknown, { stream, milliseconds }: Partial<Invocation> = {}) => {
    for (const listener of listeners) listener()
    const definition = functions.get(name)
    if (!definition) throw new Error(`There is no function ${name}.`)
    const own = definition.timeoutSeconds * 1_000
    const handler = await definition.load()
    if (isStreaming(handler) && stream)
      return withinTime(handler(event, stream(), toLambdaContext(name, own)), own)
    // the context has the function's own timeout, because Lambda does not know the gateway's
    return withinTime(handler(event, toLambdaContext(name, own)), Math.min(own, milliseconds ?? Infinity))
  }
  return {
    invoke,
    onInvoked: (listener: () => void) => void listeners.push(listener),
  }
}
