import type { Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { isStreaming } from '../../src/platform/http/answer/node-response.ts'

export { preludeOf, provideAwsLambda, type Prelude } from '../../src/platform/http/answer/node-response.ts'

type Invoked = (event: unknown, ...more: unknown[]) => Promise<unknown>

/** A function as serverless.yml has it. */
export interface Definition {
  timeoutSeconds: number
  /** Gives the handler, each time again so that it may change. */
  load: () => Promise<Invoked>
}

/** The function took longer than it may. */
export class Timeout extends Error {
  override readonly name = 'Timeout'
}

const contextOf = (functionName: string, milliseconds: number): Context => {
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

const within = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Timeout(`There was no answer within ${milliseconds} ms.`)),
    milliseconds,
  )
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

export interface Invocation {
  /** Where a streaming function writes; made only when it is one. */
  stream: () => Writable
  /** Ends the wait before the function's own timeout does. */
  milliseconds?: number
}

export type Lambda = ReturnType<typeof lambda>

/** Runs functions in this process. Throws what they throw, and Timeout. */
export const lambda = (functions: ReadonlyMap<string, Definition>) => {
  const listeners: (() => void)[] = []
  const invoke = async (name: string, event: unknown, { stream, milliseconds }: Partial<Invocation> = {}) => {
    for (const listener of listeners) listener()
    const definition = functions.get(name)
    if (!definition) throw new Error(`There is no function ${name}.`)
    const own = definition.timeoutSeconds * 1_000
    const handler = await definition.load()
    if (isStreaming(handler) && stream) return within(handler(event, stream(), contextOf(name, own)), own)
    // Lambda knows nothing of how long the gateway waits
    return within(handler(event, contextOf(name, own)), Math.min(own, milliseconds ?? Infinity))
  }
  return {
    invoke,
    /** Has `listener` called whenever a function is. */
    onInvoked: (listener: () => void) => void listeners.push(listener),
  }
}
