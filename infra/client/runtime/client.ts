import type { Operations } from './operations.ts'
import { eventsIn } from './event-stream.ts'
import { requestOf, urlOf, type AnyInput, type CallOptions } from './request.ts'
import { refusalOf, valueOf, waitFor, waitSecondsOf } from './response.ts'

export interface ClientOptions {
  /** Where the service is, without `/api/v1`. */
  url: string
  /** The access token, or what gives it for each request. */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  fetch?: typeof fetch | undefined
  /** How often a request is sent at most when the answer is a 429 or a 503; 4 by default. */
  maxAttempts?: number | undefined
  /** A busy service that asks to wait longer is not asked again: that is a refusal; 30 by default. */
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
/** The input of an operation, which may be left out where nothing in it is required. */
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

/** Sends one operation, and waits while the service is busy; throws an `ApiError` for every refusal. */
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

/** A client of the service; operations are named as the reference has them: `client.call('GET /auth/me')`. */
export const createClient = (options: ClientOptions) => {
  const request = requester(options)

  const valueFor = async (operation: string, input: AnyInput): Promise<unknown> =>
    valueOf(await request(operation, 'application/json, */*;q=0.5', input))

  const call = async <N extends keyof Operations>(
    operation: N,
    ...[input = {} as Input<N>]: Arguments<N>
  ): Promise<ResponseOf<Named<N>>> => (await valueFor(operation, input as AnyInput)) as ResponseOf<Named<N>>

  return {
    /** Calls an operation; throws an `ApiError` for every refusal. */
    call,
    /** Everything in a list, page by page. */
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
    /** The events of an operation that streams, as they come. */
    async *stream<N extends StreamName>(
      operation: N,
      ...[input]: Arguments<N>
    ): AsyncGenerator<EventOf<Named<N>>> {
      const response = await request(operation, 'text/event-stream', (input ?? {}) as AnyInput)
      if (response.body) yield* eventsIn(response.body) as AsyncGenerator<EventOf<Named<N>>>
    },
  }
}
