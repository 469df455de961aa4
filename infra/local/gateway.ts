import type { Server } from 'node:http'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gatewayListener } from './gateway-listener.ts'
import { lambda, provideAwsLambda, type Definition, type Lambda } from './lambda.ts'
import type { Route } from './routes.ts'

interface FunctionDefinition {
  handler: string
  timeout?: number
  events?: { http?: { method: string; path: string } }[]
}

interface Serverless {
  serviceDir: string
  service: {
    functions: Record<string, FunctionDefinition>
    custom: { 'serverless-offline': { location?: string } }
  }
  pluginManager: { plugins: object[] }
}

interface Offline {
  internals: () => { getApiGatewayServer: () => { listener: Server } }
}

const isOffline = (plugin: object): plugin is Offline => plugin.constructor.name === 'ServerlessOffline'

/** What `npm start` does before the gateway listens, when it is up, and before it ends. */
export const gatewayEvents: {
  before?: () => Promise<unknown>
  up?: (lambda: Lambda) => Promise<void>
  end?: () => Promise<void>
} = {}

/** The function's one file as serverless-esbuild made it; made anew, it is loaded anew. */
const definitionOf = (folder: string, { handler, timeout = 6 }: FunctionDefinition): Definition => {
  const dot = handler.lastIndexOf('.')
  const file = join(folder, `${handler.slice(0, dot)}.mjs`)
  return {
    timeoutSeconds: timeout,
    load: async () => {
      const module = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Record<
        string,
        unknown
      >
      return module[handler.slice(dot + 1)] as Awaited<ReturnType<Definition['load']>>
    },
  }
}

/**
 * Takes the routes out of the functions' definitions, but for one, for which serverless-offline starts its server: it makes
 * much of each route, and none of that is used here.
 */
const takeRoutes = ({ service }: Serverless): Route[] => {
  const functions = Object.entries(service.functions)
  const routes = functions.flatMap(([name, { events = [] }]) =>
    events.flatMap(({ http }) =>
      http ? [{ name, method: http.method.toUpperCase(), path: http.path }] : [],
    ),
  )
  for (const [index, [, definition]] of functions.entries())
    definition.events = index === 0 ? [{ http: { method: 'ANY', path: '/' } }] : []
  return routes
}

const up = async ({ serviceDir, service, pluginManager }: Serverless, routes: Route[]): Promise<void> => {
  const functions = Object.entries(service.functions)
  const folder = join(serviceDir, service.custom['serverless-offline'].location ?? '')
  provideAwsLambda()
  const run = lambda(new Map(functions.map(([name, definition]) => [name, definitionOf(folder, definition)])))
  const offline = pluginManager.plugins.find(isOffline)
  if (!offline) throw new Error('The plugin serverless-offline is not there.')
  const { listener } = offline.internals().getApiGatewayServer()
  listener.removeAllListeners('request').on('request', gatewayListener({ routes, invoke: run.invoke }))
  await gatewayEvents.up?.(run)
}

/** serverless-offline prints a table of all routes that no setting turns off. */
const { console } = globalThis
const silent = { ...console, log: () => {} }

/**
 * The plugin that makes serverless-offline answer as deployed. Of it stay the command, the functions' files and the
 * server; requests go to our own listener, because the stock one compresses, adds headers, corrupts binary bodies, does
 * not stream, and has errors of its own shape.
 */
class Gateway {
  readonly hooks: Record<string, () => Promise<void>>
  constructor(serverless: Serverless) {
    let routes: Route[] = []
    this.hooks = {
      'before:offline:start:init': async () => {
        await gatewayEvents.before?.()
        routes = takeRoutes(serverless)
        Object.assign(globalThis, { console: silent })
      },
      'after:offline:start:init': () => {
        Object.assign(globalThis, { console })
        return up(serverless, routes)
      },
      'before:offline:start:end': async () => gatewayEvents.end?.(),
    }
  }
}

/** osls requires this file and wants the class itself as its CommonJS face. */
export { Gateway as 'module.exports' }
