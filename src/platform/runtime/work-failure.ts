/** A failure that persists until somebody fixes the cause: the message goes to the dead-letter queue at once. */
export class LastingFailure extends Error {
  override name = 'LastingFailure'
  /** Code shown on the dead letter; it contains no personal data. */
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** A temporary failure: the queue redelivers the message after `seconds`. */
export class LaterFailure extends Error {
  override name: string = 'LaterFailure'
  readonly seconds: number

  constructor(seconds: number, message: string) {
    super(message)
    this.seconds = seconds
  }
}

/**
 * Work that another run has claimed, for example after a retry. This is no error; the queue redelivers the message
 * later.
 */
export class ClaimedWork extends LaterFailure {
  override name = 'ClaimedWork'
}
