/** Error response of the service: the status, the stable code of `X-Error-Code`, and the sentence in `detail`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly detail: string
  /** Request ID, as in the service's logs. */
  readonly requestId: string

  constructor(response: Response, detail: string) {
    super(`${response.status}: ${detail}`)
    this.status = response.status
    this.code = response.headers.get('X-Error-Code') ?? ''
    this.detail = detail
    this.requestId = response.headers.get('X-Request-Id') ?? ''
  }
}
