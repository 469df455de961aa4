import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '../progress.ts'

/** Somebody who takes part. */
export interface SmokePerson {
  email: string
  password: string
  /** Once signed in. */
  token?: string
}

export interface SmokeResponse {
  status: number
  headers: Headers
  bytes: Buffer
}

export interface Asked {
  as?: SmokePerson
  headers?: Record<string, string>
  json?: object
  bytes?: Buffer
  /** The status that is wanted, when it is no success. */
  status?: number
}

/** What the steps share. */
export interface Conversation {
  url: string
  /** The gateway behind the distribution, where there is one. */
  gatewayUrl?: string | undefined
  author: SmokePerson
  follower: SmokePerson
  /** A word that nothing else has. */
  word: string
  /** What was made, as paths to be deleted, the last first. */
  made: string[]
}

/** One line of the report. Gives what is worth saying; throws when the service does not do as it should. */
export interface Step {
  name: string
  run: () => Promise<string>
}

/** Throws when something is not as it must be. */
export const require = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise)
}

/** What a step before has made. Throws when that step failed. */
export const given = <T>(thing: T | undefined, name: string): T => {
  if (thing === undefined) throw new Error(`There is no ${name}: see above.`)
  return thing
}

const headersOf = ({ as, headers, json }: Asked): Record<string, string> => ({
  ...(as && { Authorization: `Bearer ${given(as.token, `token of ${as.email}`)}` }),
  ...(json && { 'Content-Type': 'application/json' }),
  ...headers,
})

/** Makes a request and gives the answer as soon as it begins. `path` is below the service's address, or an address. */
export const open = async (
  url: string,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<Response> => {
  const { json, bytes } = asked
  const body = json ? JSON.stringify(json) : bytes && new Uint8Array(bytes)
  return fetch(path.startsWith('http') ? path : url + path, {
    method,
    headers: headersOf(asked),
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(60_000),
  })
}

/** Makes a request and gives the whole answer. Throws when its status is not the one that is wanted. */
export const ask = async (
  { url }: Pick<Conversation, 'url'>,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<SmokeResponse> => {
  const response = await open(url, method, path, asked)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  if (asked.status === undefined ? !response.ok : status !== asked.status) {
    const shown = path.replace(/\?.*$/s, '')
    throw new Error(`${method} ${shown} answered ${status}: ${bytes.toString().slice(0, 200)}`)
  }
  return { status, headers, bytes }
}

/** The same of an answer in JSON. */
export const askJson = async <T>(...request: Parameters<typeof ask>): Promise<T> =>
  JSON.parse((await ask(...request)).bytes.toString()) as T

/** Looks until there is something, for a minute at the most. */
export const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not arrive within a minute.`)
    await sleep(250)
  }
}

/** Runs the steps one after the other, with a line for each. Gives how many have failed. */
export const runSteps = async (steps: Step[], progress: Progress): Promise<number> => {
  let failures = 0
  for (const { name, run } of steps) {
    const from = performance.now()
    progress.show(name)
    const line = (how: string, said: string) =>
      progress.print(
        `${how.padEnd(6)} ${String(Math.round(performance.now() - from)).padStart(6)} ms  ${name}: ${said}\n`,
      )
    try {
      line('ok', await run())
    } catch (error) {
      failures += 1
      const { message, cause } = error as Error
      line('failed', cause instanceof Error ? `${message} (${cause.message})` : message)
    }
  }
  return failures
}
