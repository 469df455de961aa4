import type { Operations } from './operations.ts'
import { eventsIn } from './event-stream.ts'
import { requestOf, urlOf, type AnyInput, type CallOptions } from './request.ts'
import { refusalOf, responseValue, waitFor, waitSecondsOf } from './response.ts'

export interface ClientOptions {
  /** Origin of the service, without `/api/v1`. */
  url: string
  /** The access token, or a function that returns a token for each request. */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  fetch?: typeof fetch | undefined
  /** Maximum number of attempts per request if the service answers 429 or 503; 4 by default. */
  maxAttempts?: number | undefined
  /** Maximum wait before a retry, in seconds; if the service asks for a longer wait, the call throws; 30 by default. */
  maxWaitSeconds?: number | undefined
}

type Named<N extends keyof Operations> = Operations[N]
type ParamsOf<O> = O extends { params: infer P } ? { params: P } : unknown
type QueryOf<O> = O extends { query: infer Q }
  ? { query: Q }
  : O extends { query?: infer Q }
    ? { query?: Q }
    : unknown
type BodyOf<O> = O extends { body: infer B }
  ? { body: B }
  : O extends { body?: infer B }
    ? { body?: B }
    : unknown
type Input<N extends keyof Operations> = CallOptions &
  ParamsOf<Named<N>> &
  QueryOf<Named<N>> &
  BodyOf<Named<N>>
/** The input of an operation; optional if all its fields are optional. */
type Arguments<N extends keyof Operations> =
  CallOptions extends Input<N> ? [input?: Input<N>] : [input: Input<N>]

type ResponseOf<O> = O extends { response: infer R } ? R : never
type ItemOf<O> = O extends { item: infer I } ? I : never
type EventOf<O> = O extends { event: infer E } ? E : never
type ListName = {
  [N in keyof Operations]: Operations[N] extends { item: unknown } ? N : never
}[keyof Operations]
type StreamName = {
  [N in keyof Operations]: Operations[N] extends { event: unknown } ? N : never
}[keyof Operations]

/** Sends one request, and retries while the service is busy; throws an `ApiError` for every error response. */
const requester =
  ({ url, token, fetch: send = fetch, maxAttempts = 4, maxWaitSeconds = 30 }: ClientOptions) =>
  async (operation: string, accept: string, given: AnyInput): Promise<Response> => {
    const [method = '', path = ''] = operation.split(' ')
    const input = { ...given, idempotencyKey: given.idempotencyKey ?? crypto.randomUUID() }
    for (let attempt = 1; ; attempt += 1) {
      const bearer = typeof token === 'function' ? await token() : token
      const response = await send(urlOf(url, path, input), requestOf(method, bearer, accept, input))
      if (response.ok) return response
      const isBusy = response.status === 429 || response.status === 503
      const seconds = waitSecondsOf(response, attempt)
      if (!isBusy || attempt >= maxAttempts || seconds > maxWaitSeconds) throw await refusalOf(response)
      await response.body?.cancel()
      await waitFor(seconds, input.signal)
    }
  }

/** Creates a client of the service; operations have the names of the reference: `client.call('GET /auth/me')`. */
export const createClient = (options: ClientOptions) => {
  const request = requester(options)

  const valueFor = async (operation: string, input: AnyInput): Promise<unknown> =>
    responseValue(await request(operation, 'application/json, */*;q=0.5', input))

  const call = async <N extends keyof Operations>(
    operation: N,
    ...[input = {} as Input<N>]: Arguments<N>
  ): Promise<ResponseOf<Named<N>>> => (await valueFor(operation, input as AnyInput)) as ResponseOf<Named<N>>

  return {
    /** Calls an operation; throws an `ApiError` for every error response. */
    call,
    /** Yields all items of a list, page by page. */
    async *items<N extends ListName>(
      operation: N,
      ...[input]: Arguments<N>
    ): AsyncGenerator<ItemOf<Named<N>>> {
      let cursor: string | null | undefined
      do {
        const query = { ...(input as AnyInput | undefined)?.query, ...(cursor && { cursor }) }
        const page = (await valueFor(operation, { ...(input as AnyInput | undefined), query })) as {
          items: ItemOf<Named<N>>[]
          next_cursor: string | null
        }
        yield* page.items
        cursor = page.next_cursor
      } while (cursor)
    },
    /** Yields the events of a streaming operation as they arrive. */
    async *stream<N extends StreamName>(
      operation: N,
      ...[input]: Arguments<N>
    ): AsyncGenerator<EventOf<Named<N>>> {
      const response = await request(operation, 'text/event-stream', (input ?? {}) as AnyInput)
      if (response.body) yield* eventsIn(response.body) as AsyncGenerator<EventOf<Named<N>>>
    },
  }
}
