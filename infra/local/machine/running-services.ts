import { mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { jsonFile } from './data-folder.ts'

interface RunningService {
  pid: number
  variables: Record<string, string>
}

/** Locations of the files about services on this machine. */
export interface Places {
  /** Data folder unless DATA_DIR names another one. */
  usual: string
  /**
   * Folder with one file per service started from this repository: the file's name is the process ID, its content the
   * path of the data.
   */
  registry: string
}

const root = join(import.meta.dirname, '../../..')

const ours: Places = {
  usual: join(root, '.local'),
  registry: join(root, 'node_modules/.cache/running-services'),
}

/** Returns the file in which a running service publishes how to reach its data. */
export const runningFile = (dataDir: string) =>
  jsonFile<RunningService | undefined>(join(dataDir, 'running.json'), undefined)

const readRegistryEntry = (registry: string, pid: string) =>
  jsonFile<string | undefined>(join(registry, pid), undefined)

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the result of `read`; undefined if the file or folder does not exist. */
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

/** Returns the data folders in the registry, and removes the entries of killed services. */
const registeredFolders = (registry: string): string[] => {
  const pids = ifThere(() => readdirSync(registry)) ?? []
  const folders = pids
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const entry = readRegistryEntry(registry, pid)
      if (!isAlive(Number(pid))) entry.remove()
      return entry.read() ?? []
    })
  return [...new Set(folders)]
}

/** Publishes the service of this process for commands. Returns a function that withdraws it. */
export const announceService = (
  dataDir: string,
  variables: Record<string, string>,
  { registry } = ours,
): (() => void) => {
  const known = runningFile(dataDir)
  known.write({ pid: process.pid, variables }, 0o600)
  const entry = readRegistryEntry(registry, String(process.pid))
  try {
    mkdirSync(registry, { recursive: true })
    entry.write(dataDir)
  } catch {
    // without write access beside the packages, commands still find the service by DATA_DIR
  }
  return () => {
    known.remove()
    entry.remove()
  }
}

const listFolders = (folders: string[]) => folders.map((folder) => `\n  ${folder}`).join('')

/**
 * Returns the variables of the service that runs on this machine: the one in `given` (DATA_DIR), otherwise the one in
 * the usual data folder, otherwise the only other one. Throws if there is no service, or several others; the error
 * names their folders.
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
    throw new Error(
      `Several services run on this machine. Choose one by its DATA_DIR:${listFolders(folders)}`,
    )
  }
  if (running[0]) return running[0].variables
  throw new Error(
    'No service runs on this machine. Run npm start first, or name a deployment with --stage. ' +
      `Searched data folders:${listFolders([first, ...others])}\n` +
      'Set DATA_DIR if the service has its data elsewhere.',
  )
}
