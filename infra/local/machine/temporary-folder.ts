import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

const namePattern = /^(?:emulator|platform)-(\d+)-(\d+)-(\d+)-/

/**
 * Reads a file of Linux; returns `0`, the same for all processes, on other systems and for a process that has ended.
 */
const readOrZero = (read: () => string | undefined): string => {
  try {
    return read() ?? '0'
  } catch {
    return '0'
  }
}

/**
 * Returns the start time of a process, in ticks since the boot (proc_pid_stat(5), field 22): process IDs are reused.
 */
const processStart = (pid: number): string =>
  readOrZero(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19],
  )

/** Returns the namespace of our process IDs: containers may share a folder while each has its own process IDs. */
const namespace = (): string => readOrZero(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0])

/** Returns true if a folder belongs to a process that has verifiably ended. */
const isLeftover = (name: string): boolean => {
  const [, pid, start, where] = namePattern.exec(name) ?? []
  if (pid === undefined || where !== namespace()) return false
  return !isRunning(Number(pid)) || processStart(Number(pid)) !== start
}

const folders = new Set<string>()

const removeFolders = () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * Removes the folders at the end. Node does not emit `exit` for signals; a process that handles a signal itself decides
 * when it ends.
 */
const removeAtEnd = () => {
  process.on('exit', removeFolders)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
}

/**
 * Creates a folder that is deleted at the end of this process, and deletes the folders of killed processes: a folder in
 * memory would stay there otherwise.
 */
export const makeTemporaryFolder = (
  parent: string = tmpdir(),
  name: 'emulator' | 'platform' = 'emulator',
): string => {
  if (folders.size === 0) removeAtEnd()
  for (const leftover of readdirSync(parent).filter(isLeftover))
    rmSync(join(parent, leftover), { recursive: true, force: true })
  const { pid } = process
  const folder = mkdtempSync(join(parent, `${name}-${pid}-${processStart(pid)}-${namespace()}-`))
  folders.add(folder)
  return folder
}

/** Gives this process, and the processes that it starts from now on, a temporary folder that is deleted at its end. */
export const takeTemporaryFolder = (): string =>
  (process.env['TMPDIR'] = makeTemporaryFolder(tmpdir(), 'platform'))
