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
  /**
   * Each write waits for it (`sendWrite` in src/platform/table/client.ts), and is not made when it throws: the caller's
   * session has ended. `authenticate` sets it as soon as it knows who is calling.
   */
  confirmSession: () => Promise<void>
  /** Set under an `Idempotency-Key`. */
  replay?: Replay
}

/** For what is done without a session: a message of a queue, a public endpoint. */
export const noSession = async (): Promise<void> => {}

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` as the request `context`. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** The present request; outside of one, a context without a session. */
export const requestContext = (): RequestContext =>
  storage.getStore() ?? { requestId: '', confirmSession: noSession }
