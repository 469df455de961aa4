import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Dialect } from './fault-dialects.ts'

/** What can be done to a call. */
export type Fault =
  | 'none'
  /** It is refused as one too many, and does not arrive. */
  | 'throttle'
  /** It is refused with a 500, and does not arrive. */
  | 'error'
  /** The connection breaks, and it does not arrive. */
  | 'reset'
  /** It arrives, and the connection breaks before the answer. */
  | 'lost'
  /** It is never answered; every second one arrives. */
  | 'hang'
  /** It arrives after up to `milliseconds`. */
  | 'delay'
  /** It arrives after `milliseconds`, when its sender may have given up. */
  | 'late'
  /** It arrives, and the connection breaks in the middle of the answer. */
  | 'cut'
  /** It arrives, and the answer stops in its middle. */
  | 'stall'
  /** A write to the table is refused since it crosses with a transaction, and does not arrive. */
  | 'crossing'
  /** Messages are sent to the queue five times. */
  | 'five'

/** What is done to calls from now on. The same calls with the same seed meet the same faults. */
export interface Setting {
  fault: Fault
  /** From 0 to 1. */
  rate: number
  seed: number
  /** Of `delay` and `late`. */
  milliseconds: number
  /** How many calls are struck at first, whatever the rate. */
  first?: number
  /** A regular expression of the operations that are struck; all when absent. */
  operations?: string
}

export const noFault: Setting = { fault: 'none', rate: 0, seed: 0, milliseconds: 0 }

/** What has come since the setting was made. */
export interface Counts {
  calls: number
  faults: number
  byOperation: Record<string, { calls: number; faults: number }>
}

/** How a process ends that calls through the proxy: by kill -9 at one of its calls. */
export interface Death {
  pid: number
  /** At the how manieth call, from 1; where there is a text, of those in which it is. */
  call: number
  text?: string
  /** Whether that call arrives; its answer does not. */
  arrives: boolean
}

type Targets = Partial<Record<Dialect, string>>

/** Starts a process that is in front of these services, and passes everything on until it is told otherwise. */
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
    /** Where each service is reached through the proxy. */
    urls,
    /** Does this to the calls of one service from now on, and counts them from zero. */
    set: (name: Dialect, setting: Partial<Setting>) =>
      ask(name, { method: 'PUT', body: JSON.stringify({ ...noFault, ...setting }) }),
    counts: (name: Dialect) => ask(name),
    /**
     * Counts the calls of a sender (its `AWS_SDK_UA_APP_ID`, a word) from now on, and kills it so if that is
     * given. Gives how many it has made since it was last asked.
     */
    live: async (sender: string, death?: Death): Promise<number> => {
      const body = death && JSON.stringify(death)
      const answer = await fetch(`${control}/lives/${sender}`, { method: 'PUT', ...(body && { body }) })
      return ((await answer.json()) as { calls: number }).calls
    },
    /** Waits until every call that was passed on has arrived, of those too whose sender is dead. */
    arrived: async (): Promise<void> => {
      await fetch(`${control}/arrived`)
    },
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}
