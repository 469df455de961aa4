import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Dialect } from './fault-dialects.ts'

/** Faults that the proxy can inject. */
export type Fault =
  | 'none'
  /** Throttled; the call does not arrive. */
  | 'throttle'
  /** Status 500; the call does not arrive. */
  | 'error'
  /** The connection breaks; the call does not arrive. */
  | 'reset'
  /** The call arrives; the connection breaks before the response. */
  | 'lost'
  /** No response; every second call arrives. */
  | 'hang'
  /** The call arrives after up to `milliseconds`. */
  | 'delay'
  /** The call arrives after `milliseconds`, when its sender may have timed out. */
  | 'late'
  /** The call arrives; the connection breaks in the middle of the response. */
  | 'cut'
  /** The call arrives; the response stalls in the middle. */
  | 'stall'
  /** The table rejects a write because of a conflicting transaction; the write does not arrive. */
  | 'crossing'
  /** The call that sends messages arrives five times. */
  | 'five'

/** Faults for subsequent calls. The same calls with the same seed meet the same faults. */
export interface Setting {
  fault: Fault
  /** Share of calls that fail, from 0 to 1. */
  rate: number
  seed: number
  /** Time for `delay` and `late` (ms). */
  milliseconds: number
  /** Number of initial calls that all fail, whatever the rate. */
  first?: number
  /** Regular expression of the operations that fail; all operations by default. */
  operations?: string
}

export const noFault: Setting = { fault: 'none', rate: 0, seed: 0, milliseconds: 0 }

/** Calls since the setting was made. */
export interface Counts {
  calls: number
  faults: number
  byOperation: Record<string, { calls: number; faults: number }>
}

/** Kill -9 of a process at one of its calls through the proxy. */
export interface Death {
  pid: number
  /** Ordinal number of the fatal call, from 1; with `text`, among the calls that contain it. */
  call: number
  text?: string
  /** True if the fatal call arrives; its response never does. */
  arrives: boolean
}

type Targets = Partial<Record<Dialect, string>>

/** Starts a proxy process in front of these services, which passes everything on until configured otherwise. */
export const startFaultProxy = async <T extends Targets>(targets: T) => {
  const file = join(import.meta.dirname, 'fault-proxy-process.ts')
  const given = Object.entries(targets).map(([name, url]) => `${name}=${url}`)
  const child = spawn(process.execPath, [file, ...given], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  while (!said.includes('\n')) await Promise.race([once(child.stdout, 'data'), exited])
  const { control, urls } = JSON.parse(said) as { control: string; urls: { [N in keyof T]: string } }

  const ask = async (name: Dialect, options: RequestInit = {}) =>
    (await (await fetch(`${control}/${name}`, options)).json()) as Counts
  return {
    /** URL of each service through the proxy. */
    urls,
    /** Sets the faults of one service, and resets its counts. */
    set: (name: Dialect, setting: Partial<Setting>) =>
      ask(name, { method: 'PUT', body: JSON.stringify({ ...noFault, ...setting }) }),
    counts: (name: Dialect) => ask(name),
    /**
     * Starts counting the calls of a sender (its `AWS_SDK_UA_APP_ID`, one word), and schedules its death, if given.
     * Returns the number of calls since the previous call of this function.
     */
    live: async (sender: string, death?: Death): Promise<number> => {
      const body = death && JSON.stringify(death)
      const answer = await fetch(`${control}/lives/${sender}`, { method: 'PUT', ...(body && { body }) })
      return ((await answer.json()) as { calls: number }).calls
    },
    /** Waits until all forwarded calls have arrived, including those of dead senders. */
    arrived: async (): Promise<void> => {
      await fetch(`${control}/arrived`)
    },
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}
