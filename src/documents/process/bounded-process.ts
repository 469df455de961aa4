import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What a process may use: memory in megabytes, and time of a processor in seconds. */
export type ProcessLimits = {
  /** Of V8's heap, where objects are. */
  heapMegabytes: number
  /** Of everything that it writes to, buffers among them, and what Node sets aside at its start. */
  dataMegabytes: number
  cpuSeconds: number
}

/** V8's young objects, three times this, in megabytes. */
const semiSpaceMegabytes = 32
/** As much as a thread has, in kilobytes: readers go down into what they read. */
const stackKilobytes = 3_900
const shell = '/bin/sh'

/**
 * The system itself holds a process to its limits, even when its parent is dead or busy. It is to be the first
 * to go when the whole machine is out of memory, and leaves no image of its memory behind. What a system does not know
 * is left out: macOS does not bound data (decision 0032).
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

/**
 * Runs a module of JavaScript in a process of its own within limits, with a channel for messages and without any
 * environment: what takes it over finds no credentials there.
 */
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
    // Ctrl-C in a terminal reaches its whole process group, and the death of a reader counts against its file
    detached: true,
  })
}

/** Node and V8 abort when there is no memory, and trap when something is larger than it can be. */
const memorySignals = new Set<string | null>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'])

/** Which of its limits has ended a process, by the signal that it died of. */
export const exceededLimit = (signal: string | null): 'memory' | 'time' | undefined => {
  if (signal === 'SIGXCPU') return 'time'
  return memorySignals.has(signal) ? 'memory' : undefined
}

/** Returns true for a signal by which a terminal or a supervisor ends a service together with its processes. */
export const isFromOutside = (signal: string | null): boolean =>
  signal !== null && ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'].includes(signal)
