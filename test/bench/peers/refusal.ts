/** Error for the client; each framework's own error handling renders it as `{detail}`. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}
