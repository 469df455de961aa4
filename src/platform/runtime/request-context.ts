import { AsyncLocalStorage } from 'node:async_hooks'

/** State that makes an interrupted request repeatable. */
export interface Replay {
  /** Seed of the generated IDs. */
  seed: string
  /** Prefix of its IDs and writes, for one of several parts of a request that run independently. */
  part: string
  startedAt: number
  /** IDs generated so far. */
  ids: string[]
  /** Number of completed writes, by this attempt or an earlier one. */
  written: number
  /** Settles when the latest write has ended. */
  writing: Promise<void>
}

/** Returns the replay state of a request with this seed, or of a part of it, before it does anything. */
export const newReplay = (seed: string, startedAt: number, part = ''): Replay => ({
  seed,
  part,
  startedAt,
  ids: [],
  written: 0,
  writing: Promise.resolve(),
})

/** A table item before and after a write; undefined if it does not exist. */
export interface ItemImages {
  before: Record<string, unknown> | undefined
  after: Record<string, unknown> | undefined
}

/** A written record, identified by the short name of its item. */
export interface WrittenThing {
  entityType: string
  item: string
}

/** Observer of the writes of a request (src/platform/table/write-observer.ts). */
export interface WriteObserver {
  /** True if nothing is written: the request only determines its effects. */
  isDryRun: boolean
  /** True if the person does not get the response, so that it is no read of theirs. */
  isUnattended?: boolean
  /** Images of the written items by item name, in the order of the first writes. */
  images: Map<string, ItemImages>
  newIds: Set<string>
  /** Written records; set if a later step checks that history contains all of them. */
  things?: WrittenThing[]
  /**
   * Performs writes by calling `send`, except in a dry run. Only the table, which both calls and implements this
   * method, knows the content of a write (`Operation`).
   */
  observe(operations: object[], send: () => Promise<unknown>): Promise<void>
}

/** Channel of an action: a session or token of a person, something that acts for them, a job, or the service itself. */
export type Via = 'session' | 'token' | 'assistant' | 'mcp' | 'scim' | 'mail' | 'job' | 'system'

/** Actor and channel of a request. */
export interface RequestOrigin {
  /** Null if no particular person is the actor. */
  actor_id: string | null
  via: Via
  address?: string
  /** The reply whose tool call makes the request, if an assistant acts for the person. */
  reply?: { chat_id: string; message_id: string; assistant_id: string; call_id: string }
  job_id?: string
  /** ID of the access token, if a program makes the request. */
  token_id?: string
}

/** Context of the current request, available to all code that runs for it. */
export interface RequestContext {
  requestId: string
  /**
   * Throws if the caller's session has ended. Each write awaits it (`sendWrite` in src/platform/table/client.ts) and is
   * not made if it throws. A step of the request sets it (`awaitSession` in
   * src/platform/http/request/authentication.ts).
   */
  confirmSession: () => Promise<void>
  /** Set as soon as the actor is known (`setOrigin` in origin.ts). */
  origin?: RequestOrigin
  /** Set under an `Idempotency-Key`. */
  replay?: Replay
  /** Lifetime of an idempotency key, in seconds; one day by default. */
  keySeconds?: number | undefined
  /** Resources that the caller sees only because of the administrator role (src/platform/identity/read-audit.ts). */
  readings?: Map<string, { type: string; id: string }>
  observer?: WriteObserver | undefined
}

/** Session check for work without a session: a queue message, a public endpoint. */
export const noSession = async (): Promise<void> => {}

const storage = new AsyncLocalStorage<RequestContext>()

export const inRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** Returns the context of the current request; outside of a request, a context without a session. */
export const requestContext = (): RequestContext =>
  storage.getStore() ?? { requestId: '', confirmSession: noSession }

/**
 * Returns the expiry time of an `Idempotency-Key` of the current request, in seconds since 1970. `startedAt` is the
 * time of its first use, in milliseconds.
 */
export const keyEnd = (startedAt: number): number =>
  Math.floor(startedAt / 1000) + (requestContext().keySeconds ?? 86_400)

/** Returns true if the current request only determines its effects. */
export const isDryRun = (): boolean => requestContext().observer?.isDryRun === true
