import type { Server } from 'node:http'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEntrypoint, type FunctionCode } from '../../packaging/function-code.ts'
import { freePort } from '../machine/free-port.ts'
import { gatewayListener } from './gateway-listener.ts'
import { localLambda, provideAwsLambda, type Definition } from '../lambda/lambda.ts'
import { requireEffect } from './offline-flags.ts'
import type { LocalRoute } from './routes.ts'
import type { Service } from '../service/service.ts'
import { showRequest } from '../machine/terminal.ts'
import { exitWithError, takeSettings } from '../settings/settings.ts'
import { answerAll } from './unreadable-request.ts'

interface FunctionDefinition extends FunctionCode {
  timeout?: number
  events?: { http?: { method: string; path: string } }[]
}

interface Serverless {
  serviceDir: string
  service: {
    functions: Record<string, FunctionDefinition>
    custom: { 'serverless-offline': { location?: string; httpPort?: number; lambdaPort?: number } }
  }
  processedInput: { commands: string[] }
  pluginManager: { plugins: object[] }
}

interface Options {
  httpPort?: number
  lambdaPort?: number
  noSponsor?: boolean
}

interface Offline {
  commands: { offline: { options: object } }
  internals: () => { getApiGatewayServer: () => { listener: Server } }
}

const isOffline = (plugin: object): plugin is Offline => plugin.constructor.name === 'ServerlessOffline'

/** Returns the function with its bundle from serverless-esbuild; a rebuilt bundle is loaded again. */
const toDefinition = (folder: string, { timeout = 6, ...code }: FunctionDefinition): Definition => {
  const { file: bundle, exported } = parseEntrypoint(code)
  const file = join(folder, bundle)
  return {
    timeoutSeconds: timeout,
    load: async () => {
      const module = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Record<
        string,
        unknown
      >
      return module[exported] as Awaited<ReturnType<Definition['load']>>
    },
  }
}

/**
 * Removes the routes from the functions' definitions, except for one, for which serverless-offline starts its server:
 * serverless-offline creates objects for each route that are not needed here.
 */
const takeRoutes = ({ service }: Serverless): LocalRoute[] => {
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

const findOffline = ({ pluginManager }: Serverless): Offline => {
  const offline = pluginManager.plugins.find(isOffline)
  if (!offline) throw new Error('The plugin serverless-offline is missing.')
  return offline
}

/** Registers our listener in front of the functions. Returns the function runner. */
const listen = (serverless: Serverless, routes: LocalRoute[]) => {
  const { serviceDir, service } = serverless
  const functions = Object.entries(service.functions)
  const folder = join(serviceDir, service.custom['serverless-offline'].location ?? '')
  provideAwsLambda()
  const run = localLambda(
    new Map(functions.map(([name, definition]) => [name, toDefinition(folder, definition)])),
  )
  const { listener } = findOffline(serverless).internals().getApiGatewayServer()
  answerAll(listener, gatewayListener({ routes, invoke: run.invoke, served: showRequest }))
  return run
}

/** Console without the table of all routes that serverless-offline prints and no setting turns off. */
const { console } = globalThis
const silent = { ...console, log: () => {} }

const requireFlags = (serverless: Serverless, options: Options) => {
  try {
    requireEffect(options, Object.keys(findOffline(serverless).commands.offline.options))
  } catch (error) {
    exitWithError(error)
  }
}

/** Starts the emulators at once on free ports, while the functions are still being built. */
const openFor = async (serverless: Serverless, options: Options): Promise<Service> => {
  const { port } = await takeSettings(options.httpPort ? String(options.httpPort) : undefined).catch(
    exitWithError,
  )
  serverless.service.custom['serverless-offline'].httpPort = port
  options.lambdaPort ??= await freePort()
  options.noSponsor = true
  const { openService } = await import('../service/service.ts')
  return openService()
}

/**
 * Plugin that makes serverless-offline answer like the deployed service, and starts and stops the embedded world with
 * it. The command, the functions' files and the server remain those of serverless-offline; requests go to our own
 * listener, because the stock one compresses, adds headers, corrupts binary bodies, does not stream, and has errors of
 * its own shape.
 */
class Gateway {
  readonly hooks: Record<string, () => Promise<void>>
  constructor(serverless: Serverless, options: Options) {
    let routes: LocalRoute[] = []
    let service: Service | undefined
    this.hooks = {
      initialize: async () => {
        const { commands } = serverless.processedInput
        if (commands[0] !== 'offline') return
        // without the second word serverless-offline runs no hooks of other plugins
        if (commands.length === 1) commands.push('start')
        requireFlags(serverless, options)
        service = await openFor(serverless, options)
      },
      'before:offline:start:init': async () => {
        await service?.prepared
        routes = takeRoutes(serverless)
        Object.assign(globalThis, { console: silent })
      },
      'after:offline:start:init': async () => {
        Object.assign(globalThis, { console })
        await service?.up(listen(serverless, routes))
      },
      'before:offline:start:end': async () => service?.end(),
    }
  }
}

/** osls requires this file, and expects the class itself as its CommonJS export. */
export { Gateway as 'module.exports' }
