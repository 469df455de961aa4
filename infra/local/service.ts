import { stop as stopBundler } from 'esbuild'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadAssistant } from './demo-assistant.ts'
import { loadPeople, loadWiki } from './demo.ts'
import { loadTickets } from './demo-support.ts'
import { loadProject } from './demo-tasks.ts'
import { runningFile } from '../stack.ts'
import { startEmulators } from './emulators.ts'
import { atEnd, end, endWhenTold, fail } from './ending.ts'
import { loadKeys, secretsOf } from './keys.ts'
import type { Lambda } from './lambda.ts'
import { startPollers } from './pollers.ts'
import { makeBucket, makeFailedChanges, makeQueues, makeTable } from './resources.ts'
import { root, takeSettings, type Settings } from './settings.ts'
import { applyVariables, patience, variablesOf } from './variables.ts'

const report = (error: unknown): void =>
  void process.stderr.write(`${String((error as Error | undefined)?.stack ?? error)}\n`)

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

/** Starts the emulators and makes what the service needs of them. */
const makeWorld = async (publicUrl: string, dataDir: string) => {
  const keys = await loadKeys(dataDir)
  const { endpoints, stop } = await startEmulators({ dataDir, secrets: secretsOf(keys) })
  atEnd(stop)
  const [queueUrls, failedChangesUrl] = await Promise.all([
    makeQueues(endpoints),
    makeFailedChanges(endpoints),
    makeTable(endpoints, 'platform'),
    makeBucket(endpoints, 'platform'),
  ])
  const names = { tableName: 'platform', bucketName: 'platform' }
  const world = { endpoints, keys, queueUrls, failedChangesUrl, ...names, publicUrl }
  applyVariables(world)
  Object.assign(process.env, patience)
  const known = runningFile(dataDir)
  known.write({ pid: process.pid, variables: { ...variablesOf(world), ...patience } }, 0o600)
  atEnd(() => known.remove())
  return world
}

const loadDemo = (author: Awaited<ReturnType<typeof loadPeople>>, turn: () => Promise<void>): void => {
  const wiki = loadAssistant(author).then(() => loadWiki(author, turn))
  for (const load of [loadTickets(turn), loadProject(turn), wiki]) void load.catch(report)
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
  process.on('unhandledRejection', report)
  endWhenTold()
  const build = buildFolder()
  mkdirSync(build, { recursive: true })
  atEnd(() => rmSync(build, { recursive: true, force: true }))
  atEnd(() => stopBundler())
  const publicUrl = `http://127.0.0.1:${port}`
  // the gateway is loaded beside it
  const world = makeWorld(publicUrl, dataDir)
  const people = world.then(loadPeople)
  // osls says why it failed, but leaves it to us to end
  const watch = setInterval(() => {
    if (process.exitCode) void fail('The service did not start, for the reason above.')
  }, 100)
  people.catch(fail)
  return {
    prepared: world,
    up: async (lambda) => {
      const pollers = await startPollers(await world, dataDir, lambda)
      atEnd(() => pollers.stop())
      const author = await people
      clearInterval(watch)
      process.stdout.write(`${publicUrl}/api/v1 is ready; its documentation is at ${publicUrl}/docs\n`)
      // what is missing comes with the next start
      if (process.env['DEMO'] !== 'no') loadDemo(author, pollers.caughtUp)
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
  await openService()
  process.chdir(root)
  process.env['PORT'] = String(port)
  process.env['SLS_LOG_LEVEL'] ??= 'error'
  process.argv.splice(1, Infinity, 'serverless', 'offline')
  await import('serverless/bin/serverless.js' as string).catch(fail)
}
