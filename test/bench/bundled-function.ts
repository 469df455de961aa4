import { Writable } from 'node:stream'
import { isStreaming, findPrelude, provideAwsLambda } from '../../src/platform/http/answer/node-response.ts'
import { handlerIn } from './handler-in.ts'

type Handler = (
  event: unknown,
  ...more: object[]
) => Promise<{ statusCode?: number; body?: string } | undefined>

provideAwsLambda()

/** Calls a function like Lambda, streaming or not; throws if the response is an error. */
export type CallFunction = (event: unknown) => Promise<void>

export const loadFunction = async (program: string): Promise<CallFunction> => {
  const handler = handlerIn<Handler>(await import(program))
  return async (event) => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done() })
    const told = isStreaming(handler) ? await handler(event, stream, {}) : await handler(event, {})
    const { statusCode = 200, body } = { ...told, ...findPrelude(stream) }
    if (statusCode >= 300) throw new Error(body)
  }
}
