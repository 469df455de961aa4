import { stop as stopBundler } from 'esbuild'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from './demo/demo.ts'
import { demoPeople } from './demo/demo-people.ts'
import { demoIssuer } from './demo-issuer.ts'
import { loadPeople, type People } from './demo/people.ts'
import { watchDisk } from './disk-space.ts'
import { announceService } from './running-services.ts'
import { startEmulators } from './emulators.ts'
import { watchEndpoints } from './endpoint-watch.ts'
import { atEnd, end, endWhenTold, fail } from './shutdown.ts'
import { ensureGenerated } from '../generation.ts'
import { loadKeys, parametersOf, parameterVariables, secretsOf } from './keys.ts'
import { progress, reportError, say, showLog } from './terminal.ts'
import type { Lambda } from './lambda.ts'
import { startPollers } from './pollers.ts'
import { makeBucket, makeFailedChanges, makeQueues, makeTable } from './resources.ts'
import { root, takeSettings, type Settings } from './settings.ts'
import { takeTemporaryFolder } from './temporary-folder.ts'
import { applyVariables, patience, variablesOf } from './variables.ts'

/** The functions' files of this process; those of killed ones are removed. */
const buildFolder = () => {
  const builds = join(root, '.esbuild')
  const isAlive = (pid: string) => {
    try {
      return process.kill(Number(pid), 0)
    } catch {
      return false
    }
  }
  for (const pid of existsSync(builds) ? readdirSync(builds) : [])
    if (/^\d+$/.test(pid) && !isAlive(pid)) rmSync(join(builds, pid), { recursive: true, force: true })
  return join(builds, String(process.pid))
}

/** The provider that `OIDC=demo` asks for, before the settings of single sign-on are read. */
const startProvider = async (publicUrl: string): Promise<void> => {
  if (process.env['OIDC'] !== 'demo') return
  const { startDemoProvider } = await import('./demo-provider.ts')
  atEnd(await startDemoProvider(publicUrl))
}

/** Starts the emulators and makes what the service needs of them. */
const makeWorld = async (publicUrl: string, dataDir: string) => {
  atEnd(watchDisk(dataDir, say))
  await startProvider(publicUrl)
  const keys = await loadKeys(dataDir)
  const documents = { secrets: secretsOf(keys), parameters: parametersOf() }
  const { endpoints, stop } = await startEmulators({ dataDir, ...documents })
  atEnd(stop)
  const queues = makeQueues(endpoints)
  const [queueUrls, failedChangesUrl] = await Promise.all([
    queues,
    makeFailedChanges(endpoints),
    makeTable(endpoints, 'platform'),
    makeBucket(endpoints, 'platform', queues),
  ])
  const names = { tableName: 'platform', bucketName: 'platform' }
  const world = { endpoints, keys, queueUrls, failedChangesUrl, ...names, publicUrl }
  applyVariables(world)
  Object.assign(process.env, patience, parameterVariables(), { DEMO_PEOPLE: JSON.stringify(demoPeople) })
  const variables = { ...variablesOf(world), ...patience, FAILED_CHANGES_URL: failedChangesUrl }
  atEnd(announceService(dataDir, variables))
  return world
}

/** What is missing of the demo comes with the next start. */
const startDemo = async (people: People, dataDir: string): Promise<Demo | undefined> => {
  if (process.env['DEMO'] === 'no') return undefined
  const { openDemo } = await import('./demo/demo.ts')
  return openDemo(people, dataDir)
}

const completeDemo = async (demo: Demo | undefined, idle: () => Promise<void>): Promise<void> => {
  const line = await demo?.complete(idle)
  if (line !== undefined) say(line)
}

const demoLine =
  '  demo           enough to begin with; the rest is made in the next minutes, and a line says when'

const welcome = (publicUrl: string, dataDir: string, inbox: string, demo: Demo | undefined): string => {
  const [, , { email }] = demoPeople.people
  return [
    `${publicUrl}/api/v1 is ready`,
    `  start page     ${publicUrl}/`,
    `  documentation  ${publicUrl}/docs`,
    `  sign in as     ${email}, password ${demoPeople.password}`,
    ...(process.env['OIDC'] === 'demo'
      ? [`  single sign-on ${demoIssuer(publicUrl)}, the provider "demo"`]
      : []),
    `  mail           ${inbox}/`,
    `  data           ${dataDir}`,
    ...(!demo || demo.isComplete ? [] : [demoLine]),
  ].join('\n')
}

/** What stands behind the gateway on this machine: it goes up beside the functions, and down with this process. */
export interface Service {
  /** Resolves when the functions find what they need. */
  prepared: Promise<unknown>
  /** To be called when the gateway listens. */
  up: (lambda: Lambda) => Promise<void>
  end: () => Promise<void>
}

const open = ({ port, dataDir, release }: Settings): Service => {
  atEnd(release)
  // a sandbox of Lambda would be replaced, and others go on
  process.on('unhandledRejection', reportError)
  showLog()
  endWhenTold()
  // a worker may still be at a file when this process ends
  takeTemporaryFolder()
  const build = buildFolder()
  mkdirSync(build, { recursive: true })
  atEnd(() => rmSync(build, { recursive: true, force: true }))
  atEnd(() => stopBundler())
  const publicUrl = `http://127.0.0.1:${port}`
  // the gateway is loaded beside it
  const world = makeWorld(publicUrl, dataDir)
  const demo = world.then(loadPeople).then((people) => startDemo(people, dataDir))
  // osls says why it failed, but leaves it to us to end
  const watch = setInterval(() => {
    if (process.exitCode) void fail('The service did not start, for the reason above.')
  }, 100)
  demo.catch(fail)
  return {
    prepared: world,
    up: async (lambda) => {
      const pollers = await startPollers(await world, dataDir, lambda)
      atEnd(() => pollers.stop())
      const opened = await demo
      await opened?.begin(pollers.idle)
      clearInterval(watch)
      atEnd(watchEndpoints())
      progress.clear()
      const { endpoints } = await world
      say(welcome(publicUrl, dataDir, endpoints.ses, opened))
      void completeDemo(opened, pollers.idle).catch(reportError)
    },
    end: () => end(0),
  }
}

let opened: Promise<Service> | undefined

/** The one service of this process, opened when it is first asked for. */
export const openService = (): Promise<Service> => (opened ??= takeSettings().then(open))

/** Runs `osls offline start` in this process: the functions are to be called by the pollers too. */
export const serve = async (): Promise<void> => {
  const { port } = await takeSettings()
  ensureGenerated()
  progress.show('starting the service')
  await openService()
  process.chdir(root)
  process.env['PORT'] = String(port)
  process.env['SLS_LOG_LEVEL'] ??= 'error'
  process.argv.splice(1, Infinity, 'serverless', 'offline')
  await import('serverless/bin/serverless.js' as string).catch(fail)
}
