export interface CallOptions {
  headers?: Record<string, string> | undefined
  /** The `version` that a change is based on: a 412 if there is a newer one. */
  ifMatch?: number | undefined
  /** The same key for a request that is sent again; each POST has one of its own by default. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

/** What any operation is called with. */
export interface AnyInput extends CallOptions {
  params?: object
  query?: object
  body?: unknown
}

/** What stands in a path or a query; a list goes in one value, divided by commas. */
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
