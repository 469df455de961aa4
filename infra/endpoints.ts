import { globSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { provideAwsLambda } from '../src/platform/http/answer/node-response.ts'
import type { EndpointHandler } from '../src/platform/http/endpoint.ts'
import type { Spec } from '../src/platform/http/spec.ts'
import { ensureGenerated } from './generation.ts'
import type { QueueFunction } from '../src/platform/events/queue-function.ts'
import type { Worker } from '../src/platform/events/worker.ts'
import { queueNames, type QueueName } from '../src/platform/events/queues.ts'

const root = resolve(import.meta.dirname, '..')

// endpoints that stream ask for it when they are loaded
provideAwsLambda()

/**
 * Areas that have come out of another one: what they have deployed keeps its names, for a function with a new
 * name is a new function on AWS, and assistants know functions by name.
 */
export const formerAreas: Record<string, string> = { notifications: 'lms', invocation: 'functions' }

/** The area that clients and AWS know a file of an area by. */
const areaOf = (file: string): string => {
  const folder = file.split('/')[1] ?? ''
  return formerAreas[folder] ?? folder
}

/** `src/wiki/endpoints/create-page.ts` is `wiki-create-page`. */
const nameOf = (file: string) => `${areaOf(file)}-${basename(file, '.ts')}`

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `src/wiki/endpoints/create-page.ts` exports `createPage`: the handler of its function. */
export const exportOf = (file: string): string => camelCase(basename(file, '.ts'))

/** `src/wiki/page/resource.ts` exports `pageResource`. */
export const exportOfKind = (file: string): string =>
  camelCase(`${basename(dirname(file))}-${basename(file, '.ts')}`)

/** What a file exports by the name that follows from its path from the root: mostly the handler of a function. */
export const loadHandler = async <H>(file: string, name = exportOf(file)): Promise<H> => {
  const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, H>
  const handler = module[name]
  if (!handler) throw new Error(`${file} does not export ${name}.`)
  return handler
}

const handlers = async <H>(pattern: string) => {
  ensureGenerated()
  const files = globSync(pattern, { cwd: root }).sort()
  // without its functions a service would start, answer nothing, and be deployed over one that does
  if (files.length === 0) throw new Error(`There is no file ${pattern} in ${root}.`)
  return Promise.all(
    files.map(async (file) => ({
      file,
      name: nameOf(file),
      handler: await loadHandler<H>(file),
    })),
  )
}

interface Loaded<H> {
  file: string
  /** What clients know it by; mostly the name of its function as well. */
  name: string
  handler: H
}
export type LoadedEndpoint = Loaded<EndpointHandler> & {
  area: string
  spec: Spec
  /** The function that serves it: mostly one of its own, which has its name. */
  functionName: string
}

/** The file of a function of several endpoints, which follows from these. */
export const jointFile = (functionName: string): string => `.generated/joint-functions/${functionName}.ts`

/** Every endpoint of the service: the files of a folder `endpoints` of an area. */
export const loadEndpoints = async (): Promise<LoadedEndpoint[]> =>
  (await handlers<EndpointHandler>('src/*/**/endpoints/*.ts')).map(({ file, name, handler }) => ({
    file,
    name,
    area: areaOf(file),
    spec: handler.spec,
    functionName: handler.spec.servedBy ?? name,
    handler,
  }))

export type LoadedWorker = { file: string; worker: Worker }

/** Every worker of the service: the files of `src/<area>/workers/`. */
export const loadWorkers = async (): Promise<LoadedWorker[]> =>
  (await handlers<Worker>('src/*/**/workers/*.ts')).map(({ file, handler }) => ({ file, worker: handler }))

/** The name of a queue's function. */
export const queueFunctionName = (queue: QueueName): string => `queue-${queue}`

/** The file of a queue's function, which follows from its workers. */
export const queueFile = (queue: QueueName): string => `.generated/queues/${queue}-queue.ts`

/** The functions of all queues. They load each worker when it is wanted. */
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
