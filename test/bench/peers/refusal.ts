/** What a client is told; each framework's own way of handling errors renders it as `{detail}`. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}
