import { globSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { provideAwsLambda } from '../../src/platform/http/answer/node-response.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { ensureGenerated } from './generation.ts'
import type { QueueFunction } from '../../src/platform/events/queue-function.ts'
import type { Worker } from '../../src/platform/events/worker.ts'
import { queueNames, type QueueName } from '../../src/platform/events/queues.ts'

const root = resolve(import.meta.dirname, '../..')

// streaming endpoints need this global when they are loaded
provideAwsLambda()

/**
 * Areas that were split off from another one, which still names their endpoints: on AWS a renamed function is a new
 * function, and assistants know functions by name.
 */
export const formerAreas: Record<string, string> = { notifications: 'lms', invocation: 'functions' }

/** Returns the area by which clients and AWS know a file. */
const publicArea = (file: string): string => {
  const folder = file.split('/')[1] ?? ''
  return formerAreas[folder] ?? folder
}

/** Returns the name of a function: `wiki-create-page` for `src/wiki/endpoints/create-page.ts`. */
const endpointName = (file: string) => `${publicArea(file)}-${basename(file, '.ts')}`

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the export with the handler of a function: `createPage` for `src/wiki/endpoints/create-page.ts`. */
export const exportName = (file: string): string => camelCase(basename(file, '.ts'))

/** Returns the export of a kind: `pageResource` for `src/wiki/page/resource.ts`. */
export const exportOfKind = (file: string): string =>
  camelCase(`${basename(dirname(file))}-${basename(file, '.ts')}`)

/** Loads an export of a file by its path from the repository root: by default, the handler of its function. */
export const loadHandler = async <H>(file: string, name = exportName(file)): Promise<H> => {
  const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, H>
  const handler = module[name]
  if (!handler) throw new Error(`${file} does not export ${name}.`)
  return handler
}

/** Returns the files of functions that match a pattern, sorted; throws if there is none. */
const functionFiles = (pattern: string): string[] => {
  const files = globSync(pattern, { cwd: root }).sort()
  // without this check, a service without functions would start, and would be deployed over a working one
  if (files.length === 0) throw new Error(`There is no file ${pattern} in ${root}.`)
  return files
}

const endpointPattern = 'src/*/**/endpoints/*.ts'

/** Returns the files of all endpoints, sorted; throws if there is none. */
export const endpointFiles = (): string[] => functionFiles(endpointPattern)

const handlers = async <H>(pattern: string) => {
  ensureGenerated()
  return Promise.all(
    functionFiles(pattern).map(async (file) => ({
      file,
      name: endpointName(file),
      handler: await loadHandler<H>(file),
    })),
  )
}

interface Loaded<H> {
  file: string
  /** Name by which clients know the endpoint or worker; usually the name of its function too. */
  name: string
  handler: H
}
export type LoadedEndpoint = Loaded<EndpointHandler> & {
  area: string
  spec: Spec
  /** Function that serves the endpoint: usually its own function, with the same name. */
  functionName: string
}

/** Returns the generated file of a function that serves several endpoints. */
export const multiRouteFile = (functionName: string): string =>
  `.generated/multi-route-functions/${functionName}.ts`

/** Loads every endpoint of the service: the files in the areas' `endpoints` folders. */
export const loadEndpoints = async (): Promise<LoadedEndpoint[]> =>
  (await handlers<EndpointHandler>(endpointPattern)).map(({ file, name, handler }) => ({
    file,
    name,
    area: publicArea(file),
    spec: handler.spec,
    functionName: handler.spec.servedBy ?? name,
    handler,
  }))

export type LoadedWorker = { file: string; worker: Worker }

/** Loads every worker of the service: the files of `src/<area>/workers/`. */
export const loadWorkers = async (): Promise<LoadedWorker[]> =>
  (await handlers<Worker>('src/*/**/workers/*.ts')).map(({ file, handler }) => ({ file, worker: handler }))

export const queueFunctionName = (queue: QueueName): string => `queue-${queue}`

export const queueFile = (queue: QueueName): string => `.generated/queues/${queue}-queue.ts`

/** Loads the functions of all queues. They load each worker on demand. */
export const loadQueueFunctions = async () => {
  ensureGenerated()
  return Promise.all(
    queueNames.map(async (queue) => ({
      queue,
      name: queueFunctionName(queue),
      file: queueFile(queue),
      handler: await loadHandler<QueueFunction>(queueFile(queue)),
    })),
  )
}
