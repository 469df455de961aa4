export interface CallOptions {
  headers?: Record<string, string> | undefined
  /** The `version` that a change is based on; the service answers 412 if there is a newer version. */
  ifMatch?: number | undefined
  /** Key that makes retries of a request idempotent; by default, each POST gets its own. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export interface AnyInput extends CallOptions {
  params?: object
  query?: object
  body?: unknown
}

/** Value of a path or query parameter; a list becomes one comma-separated value. */
type Value = string | number | boolean | undefined

export const urlOf = (url: string, path: string, { params = {}, query = {} }: AnyInput) => {
  const values = params as Record<string, Value>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const address = new URL(`${url.replace(/\/+$/, '')}/api/v1${filled}`)
  for (const [name, value] of Object.entries(query as Record<string, Value | Value[]>))
    if (value !== undefined) address.searchParams.set(name, String(value))
  return address
}

export const requestOf = (
  method: string,
  token: string | undefined,
  accept: string,
  input: AnyInput,
): RequestInit => {
  const { body, ifMatch, idempotencyKey = crypto.randomUUID(), signal } = input
  const isEncoded = [Blob, ArrayBuffer, URLSearchParams].some((format) => body instanceof format)
  const isJson = body !== undefined && !isEncoded
  return {
    method,
    headers: {
      Accept: accept,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
      ...input.headers,
    },
    ...(body !== undefined && {
      body: isJson ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>),
    }),
    ...(signal && { signal }),
  }
}
