import { randomUUID } from 'node:crypto'

/** A client's request; `key` is its Idempotency-Key. */
export interface Ask {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/api/v1`. */
  path: string
  /** Body; a string is sent unchanged, anything else as JSON. */
  body?: unknown
  key?: string | undefined
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  /** Value of `X-Error-Code`. */
  code: string | null
  headers: Headers
  text: string
  // a flow reads the fields that it expects
  // oxlint-disable-next-line no-explicit-any
  body: any
}

export type Client = (request: Ask) => Promise<Answer>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a client that calls the service over HTTP, with an optional token. */
export const clientOf =
  (url: string, token?: string): Client =>
  async ({ method, path, body, key, headers }) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json',
        }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      code: answer.headers.get('x-error-code'),
      headers: answer.headers,
      text,
      body: parsed(text),
    }
  }

/** Returns true for a correct 503: only `{detail}`, and `Retry-After`. */
export const isUnavailable = ({ status, headers, body }: Answer): boolean =>
  status === 503 &&
  headers.has('retry-after') &&
  typeof body?.detail === 'string' &&
  Object.keys(body as object).length === 1

/** Maximum number of attempts before a busy machine counts as broken. */
const maxAttempts = 5

/** Returns the body of a request that must succeed; repeatable requests are retried after a 503. */
export const must = async (client: Client, { key, ...given }: Ask) => {
  const request = { ...given, key: key ?? (given.method === 'POST' ? randomUUID() : undefined) }
  const isRepeatable = request.method === 'GET' || request.key !== undefined
  let answer = await client(request)
  for (let n = 1; isRepeatable && isUnavailable(answer) && n < maxAttempts; n += 1)
    answer = await client(request)
  if (answer.status >= 300)
    throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.text}`)
  return answer.body
}

/** Returns all items of a list, page by page. */
export const all = async (client: Client, path: string) => {
  const items = []
  for (let cursor = ''; ;) {
    const page = await must(client, {
      method: 'GET',
      path: `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    })
    items.push(...page.items)
    if (page.next_cursor === null) return items
    cursor = page.next_cursor as string
  }
}
