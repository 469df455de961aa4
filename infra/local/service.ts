import { stop as stopBundler } from 'esbuild'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadAssistant } from './demo-assistant.ts'
import { loadPeople, loadWiki } from './demo.ts'
import { loadTickets } from './demo-support.ts'
import { loadProject } from './demo-tasks.ts'
import { Problem } from '../../src/platform/problem.ts'
import { runningFile } from '../stack.ts'
import { freePort } from './dynoxide.ts'
import { startEmulators } from './emulators.ts'
import { gatewayEvents } from './gateway.ts'
import { loadKeys, secretsOf } from './keys.ts'
import { startPollers } from './pollers.ts'
import { makeBucket, makeFailedChanges, makeQueues, makeTable } from './resources.ts'
import { applyVariables, variablesOf } from './variables.ts'

const root = resolve(import.meta.dirname, '../..')

/** What is to be stopped at the end, the last started first. */
const running: (() => unknown)[] = []
let ending: Promise<void> | undefined

const end = (code: number): Promise<void> =>
  (ending ??= (async () => {
    // what does not stop is ended with the process, and nothing acknowledged is lost by that
    setTimeout(() => process.exit(code), 8_000).unref()
    for (const stop of running.reverse())
      try {
        await stop()
      } catch (error) {
        process.stderr.write(`${String(error)}\n`)
      }
    process.exit(code)
  })())

const report = (error: unknown): void =>
  void process.stderr.write(`${String((error as Error | undefined)?.stack ?? error)}\n`)

const fail = (error: unknown): Promise<void> => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return end(1)
}

/** npm, when killed, cannot tell us: the process above our shell is gone then. */
const ancestors = (): string => {
  try {
    return `${process.ppid} ${
      readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
        .replace(/^.*\) \S /s, '')
        .split(' ')[0]
    }`
  } catch {
    return String(process.ppid)
  }
}

const endWithNpm = () => {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const before = ancestors()
  setInterval(() => {
    if (ancestors() !== before) void end(1)
  }, 500).unref()
}

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
  running.push(stop)
  const [queueUrls, failedChangesUrl] = await Promise.all([
    makeQueues(endpoints),
    makeFailedChanges(endpoints),
    makeTable(endpoints, 'platform'),
    makeBucket(endpoints, 'platform'),
  ])
  const names = { tableName: 'platform', bucketName: 'platform' }
  const world = { endpoints, keys, queueUrls, failedChangesUrl, ...names, publicUrl }
  applyVariables(world)
  const known = runningFile(dataDir)
  known.write({ pid: process.pid, variables: variablesOf(world) }, 0o600)
  running.push(() => known.remove())
  return world
}

const loadDemo = (author: Awaited<ReturnType<typeof loadPeople>>, turn: () => Promise<void>): void => {
  const wiki = loadAssistant(author).then(() => loadWiki(author, turn))
  for (const load of [loadTickets(turn), loadProject(turn), wiki]) void load.catch(report)
}

export interface ServiceOptions {
  /** A free one. */
  port: number
  /** Where the data lie, locked for this process. */
  dataDir: string
  /** Frees the data folder at the end. */
  release: () => void
}

/** Runs the service until this process is told to end. */
export const runService = async ({ port, dataDir, release }: ServiceOptions): Promise<void> => {
  running.push(release)
  // a sandbox of Lambda would be replaced, and others go on
  process.on('unhandledRejection', report)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  endWithNpm()
  const publicUrl = `http://127.0.0.1:${port}`
  // the gateway is loaded beside it
  const world = makeWorld(publicUrl, dataDir)
  const people = world.then(() => patiently(loadPeople))
  // osls says why it failed, but leaves it to us to end
  const watch = setInterval(() => {
    if (process.exitCode) void fail('The service did not start; the reason stands above.')
  }, 100)
  gatewayEvents.before = () => world
  gatewayEvents.up = async (lambda) => {
    const pollers = await startPollers(await world, dataDir, lambda)
    running.push(() => pollers.stop())
    const author = await people
    clearInterval(watch)
    process.stdout.write(`${publicUrl}/api/v1 is ready; its documentation is at /docs
`)
    // what is missing comes with the next start
    if (process.env['DEMO'] !== 'no') loadDemo(author, pollers.caughtUp)
  }
  gatewayEvents.end = () => end(0)
  await Promise.all([serve(port), people]).catch(fail)
}

/** Does the work again while the emulators are too slow for the service's own deadlines, as on a machine that is busy. */
const patiently = async <T>(work: () => Promise<T>, attempts = 5): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (attempts === 1 || !(error instanceof Problem) || error.status !== 503) throw error
    return patiently(work, attempts - 1)
  }
}

/** Runs `osls offline start` in this process: the functions are to be called by the pollers too. */
const serve = async (port: number) => {
  const build = buildFolder()
  mkdirSync(build, { recursive: true })
  running.push(() => rmSync(build, { recursive: true, force: true }))
  running.push(() => stopBundler())
  process.chdir(root)
  process.env['PORT'] = String(port)
  process.env['SLS_LOG_LEVEL'] ??= 'error'
  const lambdaPort = String(await freePort())
  process.argv.splice(
    1,
    Infinity,
    'serverless',
    'offline',
    'start',
    '--lambdaPort',
    lambdaPort,
    '--noSponsor',
  )
  await import('serverless/bin/serverless.js' as string)
}
