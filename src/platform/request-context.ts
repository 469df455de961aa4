import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the request that is being served, wherever the code stands. */
export interface RequestContext {
  requestId: string
  /** It is a part of another request: an endpoint that was run by its name. */
  isPart?: boolean
  /** Throws when the caller may not go on: awaited before each write. */
  confirm?: () => Promise<void>
  /** Set under an `Idempotency-Key`: the seed from which this request's ids follow, and those so far. */
  replay?: { seed: string; startedAt: number; ids: string[] }
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Whether a request is being served already. */
export const isInRequest = (): boolean => storage.getStore() !== undefined

/** Runs `work` as the request `context`. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** The present request; outside of one, an empty context. */
export const requestContext = (): RequestContext => storage.getStore() ?? { requestId: '' }
