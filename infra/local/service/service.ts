import { stop as stopBundler } from 'esbuild'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '../demo/demo.ts'
import { demoPeople } from '../demo/demo-people.ts'
import { demoIssuer } from '../demo/demo-issuer.ts'
import { loadPeople, type People } from '../demo/people.ts'
import { watchDisk } from '../machine/disk-space.ts'
import { announceService } from '../machine/running-services.ts'
import { startEmulators } from '../emulators/emulators.ts'
import { watchEndpoints } from './endpoint-watch.ts'
import { atEnd, end, endWhenTold, fail } from '../machine/shutdown.ts'
import { ensureGenerated } from '../../generation/generation.ts'
import { loadKeys, parameterTexts, parameterVariables, secretContents } from '../settings/keys.ts'
import { progress, reportError, say, showLog } from '../machine/terminal.ts'
import type { Lambda } from '../lambda/lambda.ts'
import { startPollers } from '../lambda/pollers.ts'
import { makeBucket, makeFailedChanges, makeQueues, makeTable } from './resources.ts'
import { root, takeSettings, type Settings } from '../settings/settings.ts'
import { takeTemporaryFolder } from '../machine/temporary-folder.ts'
import { applyVariables, patience, serviceVariables } from '../settings/variables.ts'

/** Returns the folder of the functions' files of this process, and removes those of killed processes. */
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

/** Starts the provider for `OIDC=demo`, before the single sign-on settings are read. */
const startProvider = async (publicUrl: string): Promise<void> => {
  if (process.env['OIDC'] !== 'demo') return
  const { startDemoProvider } = await import('../demo/demo-provider.ts')
  atEnd(await startDemoProvider(publicUrl))
}

/** Starts the emulators, and creates the resources that the service needs in them. */
const makeWorld = async (publicUrl: string, dataDir: string) => {
  atEnd(watchDisk(dataDir, say))
  await startProvider(publicUrl)
  const keys = await loadKeys(dataDir)
  const documents = { secrets: secretContents(keys), parameters: parameterTexts() }
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
  const variables = { ...serviceVariables(world), ...patience, FAILED_CHANGES_URL: failedChangesUrl }
  atEnd(announceService(dataDir, variables))
  return world
}

/** Opens the demo; an interrupted demo continues at the next start. */
const startDemo = async (people: People, dataDir: string): Promise<Demo | undefined> => {
  if (process.env['DEMO'] === 'no') return undefined
  const { openDemo } = await import('../demo/demo.ts')
  return openDemo(people, dataDir)
}

const completeDemo = async (demo: Demo | undefined, idle: () => Promise<void>): Promise<void> => {
  const line = await demo?.complete(idle)
  if (line !== undefined) say(line)
}

const demoLine = '  demo           the first part; the rest is created in the next minutes'

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

/** Everything behind the local gateway: starts beside the functions, and ends with this process. */
export interface Service {
  /** Resolves when the resources of the functions exist. */
  prepared: Promise<unknown>
  /** Called when the gateway listens. */
  up: (lambda: Lambda) => Promise<void>
  end: () => Promise<void>
}

const startOffline = ({ port, dataDir, release }: Settings): Service => {
  atEnd(release)
  // Lambda would replace its sandbox here, while other functions continue
  process.on('unhandledRejection', reportError)
  showLog()
  endWhenTold()
  // a worker may still be using a file when this process ends
  takeTemporaryFolder()
  const build = buildFolder()
  mkdirSync(build, { recursive: true })
  atEnd(() => rmSync(build, { recursive: true, force: true }))
  atEnd(() => stopBundler())
  const publicUrl = `http://127.0.0.1:${port}`
  // runs while the gateway is being loaded
  const world = makeWorld(publicUrl, dataDir)
  const demo = world.then(loadPeople).then((people) => startDemo(people, dataDir))
  // osls prints the reason of a failure, but does not end the process
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

/** Returns the only service of this process; the first call opens it. */
export const openService = (): Promise<Service> => (opened ??= takeSettings().then(startOffline))

/** Runs `osls offline start` in this process, because the pollers need to call the functions too. */
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
