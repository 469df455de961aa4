/** Reasons why a file cannot be read, so that clients can translate them. */
export const unreadableReasons = [
  'empty',
  'too_large',
  'too_complex',
  'too_much_text',
  'too_many_lessons',
  'unknown_kind',
  'other_kind',
  'damaged',
  'encrypted',
  'protected',
  'not_allowed',
  'no_text',
  'scan',
  'unknown_encoding',
  'gone',
  'not_read',
] as const
export type UnreadableReason = (typeof unreadableReasons)[number]

/** A file that no retry can read; the message is one sentence for the sender. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A reader process that ended without a result; the message is one sentence for the sender of the file. */
export class ReaderDied extends Error {
  override name = 'ReaderDied'
}

export const unknownKind = () => new UnreadableFile('unknown_kind', 'Files of this kind cannot be read.')
export const corrupt = () => new UnreadableFile('damaged', 'The file is damaged and cannot be read.')
export const encrypted = () =>
  new UnreadableFile('encrypted', 'The file is protected by a password; save it without one and try again.')

const tooComplex = (message: string) => new UnreadableFile('too_complex', message)
export const nested = () => tooComplex('The file is nested too deeply to be read.')
export const tooMany = (things: string) => tooComplex(`The file has too many ${things} to be read.`)
export const tooWide = () => tooComplex('The file has a table that is too large to be read.')
export const tooLarge = () => tooComplex('The file has a part that is too large to be read.')

/** Converts a `RangeError` to an `UnreadableFile`: only a generated file exceeds the stack or the maximum length. */
export const toUnreadable = (error: unknown) => {
  if (!(error instanceof RangeError)) return error
  return error.message.includes('call stack') ? nested() : tooLarge()
}
