import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Limits of a process: memory in megabytes, and processor time in seconds. */
export type ProcessLimits = {
  /** Limit of the V8 heap, which holds objects. */
  heapMegabytes: number
  /** Limit of all writable memory: buffers, and the memory that Node.js reserves at its start. */
  dataMegabytes: number
  cpuSeconds: number
}

/** Size of a V8 semi-space in megabytes; young objects may take three times as much. */
const semiSpaceMegabytes = 32
/** Stack size in kilobytes, that of a thread: readers are recursive. */
const stackKilobytes = 3_900
const shell = '/bin/sh'

/**
 * Returns the shell command for the limits of a process. The operating system enforces them, even if the parent process
 * is dead or busy. If memory runs out, Linux kills this process first; it never writes a core dump. Unsupported limits
 * are ignored: macOS does not limit the data size (decision 0032).
 */
const limited = ({ dataMegabytes, cpuSeconds }: ProcessLimits) =>
  [
    'ulimit -S -c 0',
    `ulimit -S -d ${dataMegabytes * 1024}`,
    `ulimit -S -t ${cpuSeconds}`,
    'echo 1000 >/proc/self/oom_score_adj',
  ]
    .map((command) => `{ ${command}; } 2>/dev/null`)
    .concat('exec "$0" "$@"')
    .join('; ')

/** Runs a module in a process with limits, a message channel and no environment, so that it finds no credentials. */
export const startBounded = (file: string, argument: string, limits: ProcessLimits): ChildProcess => {
  const own = [
    `--max-old-space-size=${limits.heapMegabytes}`,
    `--max-semi-space-size=${semiSpaceMegabytes}`,
    `--stack-size=${stackKilobytes}`,
    file,
    argument,
  ]
  const [program, args] = existsSync(shell)
    ? [shell, ['-c', limited(limits), process.execPath, ...own]]
    : [process.execPath, own]
  return spawn(program, args, {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    // Ctrl-C in a terminal reaches its whole process group, and a reader that dies counts against its file
    detached: true,
  })
}

/** Signals of Node.js and V8 when memory runs out (abort) or a value exceeds its maximum size (trap). */
const memorySignals = new Set<string | null>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'])

/** Returns the limit that a process exceeded, by the signal that ended it. */
export const exceededLimit = (signal: string | null): 'memory' | 'time' | undefined => {
  if (signal === 'SIGXCPU') return 'time'
  return memorySignals.has(signal) ? 'memory' : undefined
}

/** Returns true if a terminal or a supervisor sends the signal to end a service together with its processes. */
export const isFromOutside = (signal: string | null): boolean =>
  signal !== null && ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'].includes(signal)
