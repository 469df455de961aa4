import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gatewayListener } from '../../infra/local/gateway/gateway-listener.ts'
import { localLambda, type Definition } from '../../infra/local/lambda/lambda.ts'
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import { notFoundHandler } from '../../src/not-found.ts'
import { endpoints } from './endpoints.ts'

export interface RunningService {
  /** URL without a trailing slash; the API is below `/api/v1`. */
  url: string
  stop: () => Promise<void>
}

/** Timeouts from infra/functions/functions.ts (s). */
const timeouts = { streamed: 900, whole: 25 }

const functions: [name: string, Definition][] = [
  ...endpoints.map(({ name, handler, spec }): [string, Definition] => [
    name,
    {
      timeoutSeconds: spec.stream ? timeouts.streamed : timeouts.whole,
      load: async () => handler as never,
    },
  ]),
  ['unrouted', { timeoutSeconds: timeouts.whole, load: async () => notFoundHandler as never }],
]

const paths = [...new Set([...endpoints.map(({ spec }) => fullPath(spec)), '/', '/{proxy+}'])]

const routes = [
  ...endpoints.map(({ name, spec }) => ({ name, method: spec.method, path: fullPath(spec) })),
  ...paths.map((path) => ({ name: 'unrouted', method: 'ANY', path })),
]

/** Wrapper of each function call, with the name of the function. */
export type Around = <T>(name: string, run: () => Promise<T>) => Promise<T>

/**
 * Starts the whole service over HTTP in this process, behind the local gateway. Links and tokens contain its address
 * while it runs. Each function call goes through `around`.
 */
export const startService = async (around: Around = (_, run) => run()): Promise<RunningService> => {
  const own = localLambda(new Map(functions))
  const invoke: typeof own.invoke = (name, ...more) => around(name, () => own.invoke(name, ...more))
  const server = createServer(gatewayListener({ routes, invoke }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const before = process.env['PUBLIC_URL']
  process.env['PUBLIC_URL'] = url
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        process.env['PUBLIC_URL'] = before
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
