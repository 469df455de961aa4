/** Work that fails in the same way until somebody mends the cause: its message goes to the dead letters at once. */
export class LastingFailure extends Error {
  override name = 'LastingFailure'
  /** What stands on the dead letter: a code, and nobody's data. */
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Work that cannot succeed for a while: its message comes again after that. */
export class LaterFailure extends Error {
  override name = 'LaterFailure'
  readonly seconds: number

  constructor(seconds: number, message: string) {
    super(message)
    this.seconds = seconds
  }
}
