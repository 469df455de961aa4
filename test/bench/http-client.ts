import type { SignedIn } from '../support/people.ts'

/** Returns a client that calls a service over HTTP as a person; it throws unless the response is a success. */
export const httpClient =
  (url: string, { token }: SignedIn) =>
  async <T = { id: string }>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${url}/api/v1${path}`, options)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

export type HttpClient = ReturnType<typeof httpClient>
