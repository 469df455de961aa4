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
  override name: string = 'LaterFailure'
  readonly seconds: number

  constructor(seconds: number, message: string) {
    super(message)
    this.seconds = seconds
  }
}

/** Work that another run has claimed, after a retry for example: no error, and its message comes again later. */
export class ClaimedWork extends LaterFailure {
  override name = 'ClaimedWork'
}
