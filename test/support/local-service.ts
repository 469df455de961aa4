import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** The local service in a process of its own, started as in a shell. */
export interface LocalService {
  child: ChildProcess
  /** Returns the output so far. */
  output: () => string
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Environment of a shell, without the variables of the tests, which point to the tests' emulators. */
const shell = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(AWS|QUEUE_URL|SESSION|CURSOR|TABLE|BUCKET|PUBLIC|VITEST|NODE_ENV|DATA_DIR|npm_)/.test(name),
  ),
)

export interface Launch {
  /** Arguments for Node; those of `npm start` by default. */
  args?: string[]
  cwd?: string
  variables: Record<string, string>
  /** True if the service leads a process group, as in a terminal; signals then reach its children too. */
  hasOwnGroup?: boolean
}

export const launch = ({
  args = ['infra/commands/start.ts'],
  cwd = root,
  variables,
  hasOwnGroup = false,
}: Launch): LocalService => {
  const env = { ...shell, DEMO: 'no', ...variables }
  const child = spawn(process.execPath, args, { cwd, env, detached: hasOwnGroup })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const ended = new Promise<Awaited<LocalService['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, output: () => output, ended }
}

/** Sends a signal to a service that leads a process group, as a terminal does. */
export const signalGroup = ({ child }: LocalService, signal: NodeJS.Signals): void =>
  void process.kill(-(child.pid as number), signal)

/** Waits until a condition holds, for at most `seconds`; checks every `pause` milliseconds. */
export const until = async (
  holds: () => boolean | Promise<boolean>,
  what: () => string,
  seconds = 60,
  pause = 50,
): Promise<void> => {
  const deadline = Date.now() + seconds * 1_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(what())
    await sleep(pause)
  }
}

/** Waits until the service reports that it is ready. */
export const whenReady = async (service: LocalService): Promise<LocalService> => {
  await until(
    () => / is ready/.test(service.output()) || service.child.exitCode !== null,
    () => `The service did not start: ${service.output()}`,
    150,
  )
  return service
}

/** Waits until no process has this folder in its command line: the embedded DynamoDB and its watchdog have ended. */
export const noneLeft = (folder: string): Promise<void> =>
  until(
    async () => {
      const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args='])
      return !stdout.includes(folder)
    },
    () => `Processes of the service in ${folder} are still there.`,
    60,
    // slow polling, because `ps` reads all of /proc
    200,
  )
