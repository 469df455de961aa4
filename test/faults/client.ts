import { randomUUID } from 'node:crypto'

/** A request of a client; `key` is its Idempotency-Key. */
export interface Ask {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1`. */
  path: string
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown
  key?: string | undefined
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  /** `X-Error-Code`. */
  code: string | null
  headers: Headers
  text: string
  // what a flow looks at is what it expects to be there
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

/** Somebody with a token, who calls the service over HTTP. */
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

/** A 503 as it should be: `{detail}` and nothing else, and `Retry-After`. */
export const isUnavailable = ({ status, headers, body }: Answer): boolean =>
  status === 503 &&
  headers.has('retry-after') &&
  typeof body?.detail === 'string' &&
  Object.keys(body as object).length === 1

/** How often something is asked before a machine that is busy counts as broken. */
const maxAttempts = 5

/** What a request that must succeed gives; where it may be repeated, a busy machine is asked again. */
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

/** All things of a list, over all its pages. */
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
