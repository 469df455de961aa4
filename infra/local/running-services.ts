import { mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { jsonFile } from './data-folder.ts'

interface RunningService {
  pid: number
  variables: Record<string, string>
}

/** Where services on this machine are looked for. */
export interface Places {
  /** The data folder unless DATA_DIR names another. */
  usual: string
  /** A file for each service that was started from this folder, named by its process, with the path of its data. */
  registry: string
}

const root = join(import.meta.dirname, '../..')

const ours: Places = {
  usual: join(root, '.local'),
  registry: join(root, 'node_modules/.cache/running-services'),
}

/** Where a service on this machine says how to reach its data, for as long as it runs. */
export const runningFile = (dataDir: string) =>
  jsonFile<RunningService | undefined>(join(dataDir, 'running.json'), undefined)

const entryOf = (registry: string, pid: string) =>
  jsonFile<string | undefined>(join(registry, pid), undefined)

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What `read` gives, or nothing where there is no such file or folder. */
const ifThere = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

const serviceIn = (dataDir: string): RunningService | undefined => {
  const service = ifThere(() => runningFile(dataDir).read())
  return service && isAlive(service.pid) ? service : undefined
}

/** The data folders of the registry; the entries of killed services are removed. */
const registeredFolders = (registry: string): string[] => {
  const pids = ifThere(() => readdirSync(registry)) ?? []
  const folders = pids
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const entry = entryOf(registry, pid)
      if (!isAlive(Number(pid))) entry.remove()
      return entry.read() ?? []
    })
  return [...new Set(folders)]
}

/** Lets commands find the service of this process. Gives what takes that back. */
export const announceService = (
  dataDir: string,
  variables: Record<string, string>,
  { registry } = ours,
): (() => void) => {
  const known = runningFile(dataDir)
  known.write({ pid: process.pid, variables }, 0o600)
  const entry = entryOf(registry, String(process.pid))
  try {
    mkdirSync(registry, { recursive: true })
    entry.write(dataDir)
  } catch {
    // where nothing can be written beside the packages, DATA_DIR still leads to it
  }
  return () => {
    known.remove()
    entry.remove()
  }
}

const listed = (folders: string[]) => folders.map((folder) => `\n  ${folder}`).join('')

/**
 * The variables of the service that runs on this machine: the one in `given` (DATA_DIR), else the one in the usual data
 * folder, else the only other one. Throws when there is none, or when several could be meant, and names the folders.
 */
export const runningVariables = (
  given = process.env['DATA_DIR'],
  { usual, registry } = ours,
): Record<string, string> => {
  const first = resolve(given || usual)
  const service = serviceIn(first)
  if (service) return service.variables
  const others = given ? [] : registeredFolders(registry).filter((folder) => folder !== first)
  const running = others.flatMap((folder) => {
    const { variables } = serviceIn(folder) ?? {}
    return variables ? [{ folder, variables }] : []
  })
  if (running.length > 1) {
    const folders = running.map(({ folder }) => folder)
    throw new Error(`Several services run on this machine. Choose one by its DATA_DIR:${listed(folders)}`)
  }
  if (running[0]) return running[0].variables
  throw new Error(
    'No service runs on this machine. Run npm start first, or name a deployment with --stage. ' +
      `The data folders looked in:${listed([first, ...others])}\n` +
      'Set DATA_DIR if the service has its data elsewhere.',
  )
}
