import { AsyncLocalStorage } from 'node:async_hooks'

/** What makes that a request which was cut off can be done again. */
export interface Replay {
  /** From it its ids follow. */
  seed: string
  startedAt: number
  /** Its ids so far. */
  ids: string[]
  /** How many of its writes are made, by this attempt or one before. */
  written: number
  /** Over when its last write is. */
  writing: Promise<void>
}

/** An attempt at the request with this seed, before anything is done. */
export const replayOf = (seed: string, startedAt: number): Replay => ({
  seed,
  startedAt,
  ids: [],
  written: 0,
  writing: Promise.resolve(),
})

/** An item of the table before and after what a request writes; undefined where there is none. */
export interface ItemImages {
  before: Record<string, unknown> | undefined
  after: Record<string, unknown> | undefined
}

/** A thing that was written, by the short name of its item. */
export interface WrittenThing {
  entityType: string
  item: string
}

/** Looks on while a request writes (src/platform/table/write-observer.ts). */
export interface WriteObserver {
  /** Whether nothing is sent: the request only finds out what it would do. */
  isDryRun: boolean
  /** What is written, by the names of the items, in the order in which they were written first. */
  images: Map<string, ItemImages>
  /** The ids that the request has given. */
  newIds: Set<string>
  /** The things that are written, where somebody asks later whether history has all of them. */
  things?: WrittenThing[]
  /**
   * Makes writes by `send`, or in a dry run does not. What is in a write only the table knows (`Operation`), which both
   * calls this and implements it.
   */
  observe(operations: object[], send: () => Promise<unknown>): Promise<void>
}

/** By what something is done: a person's session or token, what acts for them, a job, or the service itself. */
export type Via = 'session' | 'token' | 'assistant' | 'mcp' | 'scim' | 'mail' | 'job' | 'system'

/** Who makes a request, and by what. */
export interface RequestOrigin {
  /** Null for what nobody in particular does. */
  actor_id: string | null
  via: Via
  address?: string
  /** The reply whose call makes the request, of an assistant that acts for the person. */
  reply?: { chat_id: string; message_id: string; assistant_id: string; call_id: string }
  job_id?: string
  /** The access token of a program that makes the request. */
  token_id?: string
}

/** What is known of the request that is being served, wherever the code is. */
export interface RequestContext {
  requestId: string
  /**
   * Each write waits for it (`sendWrite` in src/platform/table/client.ts), and is not made when it throws: the caller's
   * session has ended. A step of the request sets it (`awaitSession` in src/platform/http/request/authentication.ts).
   */
  confirmSession: () => Promise<void>
  /** Set as soon as it is known (`setOrigin` in origin.ts). */
  origin?: RequestOrigin
  /** Set under an `Idempotency-Key`. */
  replay?: Replay
  /** How long such a key is known, in seconds, if not for a day. */
  keySeconds?: number | undefined
  /** What the caller sees by the role of an administrator alone (src/platform/identity/read-audit.ts). */
  readings?: Map<string, { type: string; id: string }>
  /** Set where somebody wants to know what the request writes. */
  observer?: WriteObserver | undefined
}

/** For what is done without a session: a message of a queue, a public endpoint. */
export const noSession = async (): Promise<void> => {}

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` as the request `context`. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** The present request; outside of one, a context without a session. */
export const requestContext = (): RequestContext =>
  storage.getStore() ?? { requestId: '', confirmSession: noSession }

/**
 * When an `Idempotency-Key` of the present request is forgotten, in seconds since 1970, if it was first used at a time
 * in milliseconds.
 */
export const keyEnd = (startedAt: number): number =>
  Math.floor(startedAt / 1000) + (requestContext().keySeconds ?? 86_400)

/** Whether the request only finds out what it would do. */
export const isDryRun = (): boolean => requestContext().observer?.isDryRun === true
