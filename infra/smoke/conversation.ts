import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '../cli/progress.ts'

/** Participant of the smoke test. */
export interface SmokePerson {
  email: string
  password: string
  /** Set after sign-in. */
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
  /** Expected status; by default, any success. */
  status?: number
}

/** State that the steps share. */
export interface Conversation {
  url: string
  /** URL of the gateway behind the distribution, if any. */
  gatewayUrl?: string | undefined
  author: SmokePerson
  follower: SmokePerson
  /** Unique word of this run. */
  word: string
  /** Paths of created resources, which are deleted in reverse order. */
  made: string[]
}

/** One line of the report. Returns a remark; throws if the service does not behave as expected. */
export interface Step {
  name: string
  run: () => Promise<string>
}

/** Throws unless the condition holds. */
export const require = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise)
}

/** Returns a result of an earlier step. Throws if that step failed. */
export const given = <T>(thing: T | undefined, name: string): T => {
  if (thing === undefined) throw new Error(`The ${name} is missing: see above.`)
  return thing
}

const smokeHeaders = ({ as, headers, json }: Asked): Record<string, string> => ({
  ...(as && { Authorization: `Bearer ${given(as.token, `token of ${as.email}`)}` }),
  ...(json && { 'Content-Type': 'application/json' }),
  ...headers,
})

/**
 * Sends a request, and returns the response as soon as its headers arrive. `path` is relative to the service's URL, or
 * a full URL.
 */
export const openResponse = async (
  url: string,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<Response> => {
  const { json, bytes } = asked
  const body = json ? JSON.stringify(json) : bytes && new Uint8Array(bytes)
  return fetch(path.startsWith('http') ? path : url + path, {
    method,
    headers: smokeHeaders(asked),
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(60_000),
  })
}

/** Sends a request, and returns the complete response. Throws if its status is not the expected one. */
export const ask = async (
  { url }: Pick<Conversation, 'url'>,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<SmokeResponse> => {
  const response = await openResponse(url, method, path, asked)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  if (asked.status === undefined ? !response.ok : status !== asked.status) {
    const shown = path.replace(/\?.*$/s, '')
    throw new Error(`${method} ${shown} answered ${status}: ${bytes.toString().slice(0, 200)}`)
  }
  return { status, headers, bytes }
}

export const askJson = async <T>(...request: Parameters<typeof ask>): Promise<T> =>
  JSON.parse((await ask(...request)).bytes.toString()) as T

/** Polls until there is a result, for at most one minute. */
export const pollUntil = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not arrive within a minute.`)
    await sleep(250)
  }
}

/** Runs the steps in order, and prints a line for each. Returns the number of failures. */
export const runSteps = async (steps: Step[], progress: Progress): Promise<number> => {
  let failures = 0
  for (const { name, run } of steps) {
    const from = performance.now()
    progress.show(name)
    const line = (how: string, outcome: string) =>
      progress.print(
        `${how.padEnd(6)} ${String(Math.round(performance.now() - from)).padStart(6)} ms  ${name}: ${outcome}\n`,
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
