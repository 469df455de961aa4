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

/** What is known of the request that is being served, wherever the code stands. */
export interface RequestContext {
  requestId: string
  /** It is a part of another request: an endpoint that was run by its name. */
  isPart?: boolean
  /** Throws when the caller may not go on: awaited before each write. */
  confirm?: () => Promise<void>
  /** Set under an `Idempotency-Key`. */
  replay?: Replay
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Whether a request is being served already. */
export const isInRequest = (): boolean => storage.getStore() !== undefined

/** Runs `work` as the request `context`. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** The present request; outside of one, an empty context. */
export const requestContext = (): RequestContext => storage.getStore() ?? { requestId: '' }
