import { ApiError } from './api-error.ts'

/** Returns the seconds to wait before a retry: `Retry-After`, or exponential backoff if the header is missing. */
export const waitSecondsOf = (response: Response, attempt: number): number =>
  Number(response.headers.get('Retry-After')) || 2 ** (attempt - 1)

export const waitFor = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

export const refusalOf = async (response: Response) => {
  const text = await response.text()
  try {
    return new ApiError(response, String((JSON.parse(text) as { detail: unknown }).detail))
  } catch {
    return new ApiError(response, text)
  }
}

/** Returns the body of a success: JSON, text or bytes. */
export const responseValue = async (response: Response): Promise<unknown> => {
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status === 204) return undefined
  if (type.startsWith('application/json')) return response.json()
  return /^text\/|xml/.test(type) ? response.text() : response.blob()
}
